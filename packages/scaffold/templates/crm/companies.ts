import { toolError } from "@silo/runtime";
import { inIdOrder } from "./listing.js";
import type { Account, Contact, State } from "./state.js";

/** The company's mail domain, as it stands in an address. */
export function domainOf(email: string): string {
  return email.slice(email.indexOf("@") + 1).toLowerCase();
}

/** Accounts that use this mail domain, in the order of their ids. There should be one at most. */
export function accountsAt(state: State, domain: string): Account[] {
  return inIdOrder(state.accounts).filter((account) => account.domain.toLowerCase() === domain.toLowerCase());
}

/** The person at the account with this email address, which tells people apart. */
export function contactWith(
  state: State,
  { email, accountId }: { email: string; accountId: string },
): Contact | undefined {
  return inIdOrder(state.contacts).find(
    (contact) => contact.accountId === accountId && isSameAddress(contact.email, email),
  );
}

export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Ids of all accounts that a contact acts for, the main one first. */
export function accountIdsOf({ accountId, secondaryAccountIds }: Contact): string[] {
  return [accountId, ...secondaryAccountIds];
}

/** Refuses a name that another account has: `except` is the account that may keep it. */
export function requireFreeName(state: State, name: string, except?: string): void {
  const known = inIdOrder(state.accounts).find(
    (account) => account.id !== except && account.name.toLowerCase() === name.toLowerCase(),
  );
  if (known === undefined) return;
  throw toolError("conflict", `The account ${known.id} is named ${known.name} already; use that one.`);
}

/** Refuses a mail domain that another account uses: one company is one account. */
export function requireFreeDomain(state: State, domain: string, except?: string): void {
  const known = accountsAt(state, domain).filter(({ id }) => id !== except);
  if (known.length === 0) return;
  const named = known.map(({ id, name }) => `${id} (${name})`).join(" and ");
  throw toolError(
    "conflict",
    `The mail domain ${domain} belongs to ${named} already, and one company is one account; use that one.`,
  );
}

/** Refuses an email address that a contact has already: one person is one contact. */
export function requireFreeAddress(state: State, email: string, except?: string): void {
  const known = inIdOrder(state.contacts).find(
    (contact) => contact.id !== except && isSameAddress(contact.email, email),
  );
  if (known === undefined) return;
  throw toolError(
    "conflict",
    `${known.name} (${known.id}) has the address ${known.email} already. One person is one contact; use link_contact to let ${known.id} act for another account.`,
  );
}
