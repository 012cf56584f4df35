import type { Tool } from "@silo/runtime";
import type { State } from "../state.js";
import { advanceClock } from "./advance-clock.js";
import { closeOpportunity } from "./close-opportunity.js";
import { completeTask } from "./complete-task.js";
import { convertLead } from "./convert-lead.js";
import { createAccount } from "./create-account.js";
import { createContact } from "./create-contact.js";
import { createLead } from "./create-lead.js";
import { createOpportunity } from "./create-opportunity.js";
import { createTask } from "./create-task.js";
import { deleteAccount } from "./delete-account.js";
import { deleteContact } from "./delete-contact.js";
import { deleteLead } from "./delete-lead.js";
import { deleteOpportunity } from "./delete-opportunity.js";
import { getAccount } from "./get-account.js";
import { getActivity } from "./get-activity.js";
import { getContact } from "./get-contact.js";
import { getLead } from "./get-lead.js";
import { getOpportunity } from "./get-opportunity.js";
import { getSettings } from "./get-settings.js";
import { getStage } from "./get-stage.js";
import { getUser } from "./get-user.js";
import { linkContact } from "./link-contact.js";
import { listAccounts } from "./list-accounts.js";
import { listActivities } from "./list-activities.js";
import { listContacts } from "./list-contacts.js";
import { listLeads } from "./list-leads.js";
import { listOpportunities } from "./list-opportunities.js";
import { listProducts } from "./list-products.js";
import { listStages } from "./list-stages.js";
import { listUsers } from "./list-users.js";
import { logActivity } from "./log-activity.js";
import { mergeAccounts } from "./merge-accounts.js";
import { mergeContacts } from "./merge-contacts.js";
import { reassignOpportunity } from "./reassign-opportunity.js";
import { reportActivities } from "./report-activities.js";
import { reportClosings } from "./report-closings.js";
import { unlinkContact } from "./unlink-contact.js";
import { updateAccount } from "./update-account.js";
import { updateContact } from "./update-contact.js";
import { updateLead } from "./update-lead.js";
import { updateOpportunity } from "./update-opportunity.js";
import { updateTask } from "./update-task.js";

/** What agents can do. A file in this folder is no tool of the world until it stands here. */
export const tools: Tool<State>[] = [
  getSettings,
  advanceClock,
  listAccounts,
  getAccount,
  createAccount,
  updateAccount,
  mergeAccounts,
  deleteAccount,
  listContacts,
  getContact,
  createContact,
  updateContact,
  linkContact,
  unlinkContact,
  mergeContacts,
  deleteContact,
  listLeads,
  getLead,
  createLead,
  updateLead,
  convertLead,
  deleteLead,
  listOpportunities,
  getOpportunity,
  createOpportunity,
  updateOpportunity,
  reassignOpportunity,
  closeOpportunity,
  deleteOpportunity,
  listStages,
  getStage,
  listUsers,
  getUser,
  listProducts,
  listActivities,
  getActivity,
  logActivity,
  createTask,
  updateTask,
  completeTask,
  reportClosings,
  reportActivities,
];
