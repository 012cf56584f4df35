import { type Infer, s } from "@silo/runtime";

// One schema a kind of record: it gives the TypeScript type, checks the dataset and describes the output of tools.

const day = (description: string) => s.string({ format: "date", description });
const moment = (description: string) => s.string({ format: "date-time", description });

export const settingsSchema = s.object({
  now: moment("The current time of the world; only advance_clock moves it"),
  currency: s.string({ description: "ISO 4217 code; every amount of the world is in it" }),
  staleAfterDays: s.integer({ minimum: 1, description: "An open deal is stale after this many quiet days" }),
});

export const userRoles = ["manager", "account_executive", "sales_development"] as const;

export const userSchema = s.object({
  id: s.string(),
  name: s.string(),
  email: s.string(),
  role: s.enumeration(userRoles),
  managerId: s.nullable(s.string()),
  departedOn: s.nullable(day("First day on which the person no longer worked here")),
});

export const stageOutcomes = ["open", "won", "lost"] as const;

export const stageSchema = s.object({
  id: s.string(),
  name: s.string(),
  position: s.integer({ description: "Order of the stages, from 1" }),
  probability: s.integer({ minimum: 0, maximum: 100, description: "Chance of winning, in percent" }),
  outcome: s.enumeration(stageOutcomes, { description: "Won and lost stages are closed" }),
});

export const productSchema = s.object({
  id: s.string(),
  name: s.string(),
  family: s.enumeration(["platform", "hardware", "service"]),
  listPrice: s.integer({ description: "Yearly for platform and service, once for hardware" }),
});

export const accountTypes = ["prospect", "customer", "former_customer"] as const;

export const accountSchema = s.object({
  id: s.string(),
  name: s.string(),
  industry: s.nullable(s.string()),
  domain: s.string({ description: "The company's mail domain" }),
  country: s.nullable(s.string({ description: "ISO 3166 alpha-2" })),
  type: s.enumeration(accountTypes),
  employees: s.nullable(s.integer()),
  ownerId: s.string(),
  createdOn: day("When the account was created"),
});

export const contactSchema = s.object({
  id: s.string(),
  name: s.string(),
  title: s.string(),
  email: s.string(),
  phone: s.nullable(s.string()),
  accountId: s.string({ description: "The account that the contact mainly works for" }),
  secondaryAccountIds: s.array(s.string(), { description: "Further accounts that the contact acts for" }),
});

export const leadStatuses = ["new", "working", "qualified", "disqualified", "converted"] as const;

export const leadSources = ["web", "event", "outbound", "partner", "referral"] as const;

export const leadSchema = s.object({
  id: s.string(),
  name: s.string(),
  title: s.string(),
  company: s.string(),
  email: s.string(),
  phone: s.nullable(s.string()),
  source: s.enumeration(leadSources),
  status: s.enumeration(leadStatuses),
  ownerId: s.string(),
  productId: s.string({ description: "The product that the lead asked about" }),
  estimatedValue: s.integer({ description: "What a deal would be worth" }),
  createdOn: day("When the lead came in"),
  conversion: s.nullable(
    s.object({
      accountId: s.string(),
      contactId: s.string(),
      opportunityId: s.nullable(s.string()),
      convertedAt: moment("When the lead was converted"),
    }),
    { description: "What the lead became; null unless its status is converted" },
  ),
});

export const opportunitySchema = s.object({
  id: s.string(),
  name: s.string(),
  accountId: s.string(),
  contactId: s.nullable(s.string()),
  ownerId: s.string(),
  stageId: s.string(),
  amount: s.integer(),
  closeDate: day("When an open deal is expected to close, or a closed one did"),
  productId: s.string(),
  leadId: s.nullable(s.string({ description: "The lead that the deal came from" })),
  lossReason: s.nullable(s.string({ description: "Why a lost deal was lost" })),
  createdOn: day("When the deal was opened"),
});

export const activityTypes = ["call", "email", "meeting", "note", "task"] as const;

export const activitySchema = s.object({
  id: s.string(),
  type: s.enumeration(activityTypes),
  subject: s.string(),
  relatedToId: s.string({
    description: "The account, contact, lead or opportunity that the activity is about",
  }),
  ownerId: s.string(),
  dueDate: s.nullable(day("Tasks only")),
  completedAt: s.nullable(moment("When it happened; null for a task that is still to do")),
});

export type Settings = Infer<typeof settingsSchema>;
export type User = Infer<typeof userSchema>;
export type Stage = Infer<typeof stageSchema>;
export type Product = Infer<typeof productSchema>;
export type Account = Infer<typeof accountSchema>;
export type Contact = Infer<typeof contactSchema>;
export type Lead = Infer<typeof leadSchema>;
export type Opportunity = Infer<typeof opportunitySchema>;
export type Activity = Infer<typeof activitySchema>;

/** The kinds of record, by the name of their collection. */
export type Records = {
  users: User;
  stages: Stage;
  products: Product;
  accounts: Account;
  contacts: Contact;
  leads: Lead;
  opportunities: Opportunity;
  activities: Activity;
};

/** The records of one kind by their id. */
export type Collection<T> = Record<string, T>;

export type Collections = { [Name in keyof Records]: Collection<Records[Name]> };

/** The world of one run: the settings, and every record by its id. */
export type State = Settings & Collections;
