import { type Infer, s } from "@silo/runtime";
import accounts from "./data/accounts.json" with { type: "json" };
import activities from "./data/activities.json" with { type: "json" };
import contacts from "./data/contacts.json" with { type: "json" };
import leads from "./data/leads.json" with { type: "json" };
import opportunities from "./data/opportunities.json" with { type: "json" };
import products from "./data/products.json" with { type: "json" };
import settings from "./data/settings.json" with { type: "json" };
import stages from "./data/stages.json" with { type: "json" };
import users from "./data/users.json" with { type: "json" };
import {
  accountSchema,
  activitySchema,
  type Collection,
  contactSchema,
  leadSchema,
  opportunitySchema,
  productSchema,
  settingsSchema,
  stageSchema,
  type State,
  userSchema,
} from "./state.js";

const datasetsSchema = s.object({
  settings: settingsSchema,
  users: s.array(userSchema),
  stages: s.array(stageSchema),
  products: s.array(productSchema),
  accounts: s.array(accountSchema),
  contacts: s.array(contactSchema),
  leads: s.array(leadSchema),
  opportunities: s.array(opportunitySchema),
  activities: s.array(activitySchema),
});

let checked: Infer<typeof datasetsSchema> | undefined;

/** The datasets as they are on disk, checked the first time. Data that does not fit throws, and names its place. */
function datasets(): Infer<typeof datasetsSchema> {
  checked ??= datasetsSchema.parse({
    settings,
    users,
    stages,
    products,
    accounts,
    contacts,
    leads,
    opportunities,
    activities,
  });
  return checked;
}

/** A fresh world. */
export function createState(): State {
  // An imported JSON module is one object for the whole process: without the copy, runs would share their world.
  const data = structuredClone(datasets());
  return {
    ...data.settings,
    users: byId(data.users),
    stages: byId(data.stages),
    products: byId(data.products),
    accounts: byId(data.accounts),
    contacts: byId(data.contacts),
    leads: byId(data.leads),
    opportunities: byId(data.opportunities),
    activities: byId(data.activities),
  };
}

function byId<T extends { id: string }>(records: T[]): Collection<T> {
  const collection: Collection<T> = {};
  for (const record of records) {
    if (Object.hasOwn(collection, record.id))
      throw new Error(`Two records of one dataset have the id ${record.id}.`);
    collection[record.id] = record;
  }
  return collection;
}
