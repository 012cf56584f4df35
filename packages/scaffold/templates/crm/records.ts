import { toolError } from "@silo/runtime";
import { today } from "./clock.js";
import type { Activity, Collections, Records, State, User } from "./state.js";

/** What one record of a collection is called in messages. */
const singular = {
  users: "user",
  stages: "stage",
  products: "product",
  accounts: "account",
  contacts: "contact",
  leads: "lead",
  opportunities: "opportunity",
  activities: "activity",
} as const satisfies Record<keyof Records, string>;

const idPrefix = {
  accounts: "ACC",
  contacts: "CON",
  leads: "LEAD",
  opportunities: "OPP",
  activities: "ACT",
} as const;

/** The record with this id; `not_found` where there is none. */
export function find<Name extends keyof Records>(
  state: Collections,
  collection: Name,
  id: string,
): Records[Name] {
  const records = state[collection];
  const record = Object.hasOwn(records, id) ? records[id] : undefined;
  if (record === undefined) {
    throw toolError(
      "not_found",
      `There is no ${singular[collection]} ${JSON.stringify(id)}. Find ids with list_${collection}.`,
    );
  }
  return record;
}

/** Refuses ids that do not exist; those that were not given are passed over. */
export function requireKnown(
  state: Collections,
  ids: { [Name in keyof Records]?: string | undefined },
): void {
  for (const collection of Object.keys(ids) as (keyof Records)[]) {
    const id = ids[collection];
    if (id !== undefined) find(state, collection, id);
  }
}

/** Refuses an id that no account, contact, lead or opportunity has: those are what activities are about. */
export function requireRelated(state: Collections, id: string): void {
  const related = [state.accounts, state.contacts, state.leads, state.opportunities];
  if (related.some((records) => Object.hasOwn(records, id))) return;
  throw toolError(
    "not_found",
    `There is no record ${JSON.stringify(id)}. Give the id of an account (ACC-…), contact (CON-…), lead (LEAD-…) or opportunity (OPP-…).`,
  );
}

/** Takes away what was logged and what is still to do about a record that goes. */
export function deleteActivitiesAbout(state: State, id: string): void {
  for (const activity of Object.values(state.activities))
    if (activity.relatedToId === id) delete state.activities[activity.id];
}

/** Lets what was logged and what is still to do about one record be about another. */
export function moveActivities(state: State, { from, to }: { from: string; to: string }): void {
  for (const activity of Object.values(state.activities))
    if (activity.relatedToId === from) activity.relatedToId = to;
}

/** Refuses a call that gives nothing to change. */
export function requireChanges(changes: object, names: string): void {
  if (Object.keys(changes).length > 0) return;
  throw toolError("invalid_input", `Nothing to change: give ${names}.`);
}

/** The user with this id, who must still work here: people who left can own nothing new. */
export function findActiveUser(state: State, userId: string): User {
  const user = find(state, "users", userId);
  if (hasLeft(state, user)) {
    throw toolError(
      "not_allowed",
      `${user.name} (${user.id}) left on ${user.departedOn} and cannot be given work. Choose a user from list_users with active: true.`,
    );
  }
  return user;
}

/** The task with this id, which must not be completed. */
export function findOpenTask(state: State, activityId: string): Activity {
  const task = find(state, "activities", activityId);
  if (task.type !== "task") {
    throw toolError(
      "invalid_state",
      `Activity ${activityId} is a ${task.type}, not a task: it has happened and stays as it was.`,
    );
  }
  if (task.completedAt !== null) {
    throw toolError("invalid_state", `Task ${activityId} was completed at ${task.completedAt} already.`);
  }
  return task;
}

export function hasLeft(state: State, user: User): boolean {
  return user.departedOn !== null && user.departedOn <= today(state);
}

/** One more than the highest number in use, so that the same calls always make the same ids. */
export function nextId(state: State, collection: keyof typeof idPrefix): string {
  const numbers = Object.keys(state[collection]).map((id) => Number(id.slice(id.indexOf("-") + 1)));
  return `${idPrefix[collection]}-${String(Math.max(0, ...numbers) + 1).padStart(3, "0")}`;
}
