import type { Tool } from "@silo/runtime";
import type { State } from "../state.js";
import { calculate } from "./calculate.js";
import { cancelPendingOrder } from "./cancel-pending-order.js";
import { exchangeDeliveredOrderItems } from "./exchange-delivered-order-items.js";
import { findUserIdByEmail } from "./find-user-id-by-email.js";
import { findUserIdByNameZip } from "./find-user-id-by-name-zip.js";
import { getItemDetails } from "./get-item-details.js";
import { getOrderDetails } from "./get-order-details.js";
import { getProductDetails } from "./get-product-details.js";
import { getUserDetails } from "./get-user-details.js";
import { listAllProductTypes } from "./list-all-product-types.js";
import { modifyPendingOrderAddress } from "./modify-pending-order-address.js";
import { modifyPendingOrderItems } from "./modify-pending-order-items.js";
import { modifyPendingOrderPayment } from "./modify-pending-order-payment.js";
import { modifyUserAddress } from "./modify-user-address.js";
import { returnDeliveredOrderItems } from "./return-delivered-order-items.js";
import { transferToHumanAgents } from "./transfer-to-human-agents.js";

/** What agents can do. A file in this folder is no tool of the world until it stands here. */
export const tools: Tool<State>[] = [
  calculate,
  cancelPendingOrder,
  exchangeDeliveredOrderItems,
  findUserIdByEmail,
  findUserIdByNameZip,
  getItemDetails,
  getOrderDetails,
  getProductDetails,
  getUserDetails,
  listAllProductTypes,
  modifyPendingOrderAddress,
  modifyPendingOrderItems,
  modifyPendingOrderPayment,
  modifyUserAddress,
  returnDeliveredOrderItems,
  transferToHumanAgents,
];
