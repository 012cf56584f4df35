import type { Tool } from "@silo/runtime";
import type { State } from "../state.js";
import { advanceClock } from "./advance-clock.js";
import { completeTask } from "./complete-task.js";
import { convertLead } from "./convert-lead.js";
import { createTask } from "./create-task.js";
import { getAccount } from "./get-account.js";
import { getActivity } from "./get-activity.js";
import { getContact } from "./get-contact.js";
import { getLead } from "./get-lead.js";
import { getOpportunity } from "./get-opportunity.js";
import { getSettings } from "./get-settings.js";
import { getStage } from "./get-stage.js";
import { getUser } from "./get-user.js";
import { listAccounts } from "./list-accounts.js";
import { listActivities } from "./list-activities.js";
import { listContacts } from "./list-contacts.js";
import { listLeads } from "./list-leads.js";
import { listOpportunities } from "./list-opportunities.js";
import { listProducts } from "./list-products.js";
import { listStages } from "./list-stages.js";
import { listUsers } from "./list-users.js";
import { logActivity } from "./log-activity.js";
import { reassignOpportunity } from "./reassign-opportunity.js";
import { updateLead } from "./update-lead.js";
import { updateOpportunity } from "./update-opportunity.js";

/** What agents can do. A file in this folder is no tool of the world until it stands here. */
export const tools: Tool<State>[] = [
  getSettings,
  listAccounts,
  getAccount,
  listContacts,
  getContact,
  listLeads,
  getLead,
  listOpportunities,
  getOpportunity,
  listStages,
  getStage,
  listUsers,
  getUser,
  listProducts,
  listActivities,
  getActivity,
  updateLead,
  convertLead,
  updateOpportunity,
  reassignOpportunity,
  logActivity,
  createTask,
  completeTask,
  advanceClock,
];
