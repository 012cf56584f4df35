import { fileURLToPath } from "node:url";
import { siloError } from "@silo/errors";

/** The templates that environments are made from, with what each is for (contract S6). */
export const templates = {
  blank: "A list of todos to change into a world of your own",
  crm: "A company's sales: accounts, contacts, leads and deals, with tasks that are graded",
} as const;

/** Permissions that the tasks of a template need; the manifest of an environment made from it grants them (contract A1). */
export const templateGrants: Partial<Record<string, readonly string[]>> = { crm: ["crm.merge"] };

export type TemplateName = keyof typeof templates;

/** The folder that holds a template's files. Throws `template_not_found`. */
export function templateFolder(template: string): string {
  if (!Object.hasOwn(templates, template)) {
    throw siloError("template_not_found", { template, available: Object.keys(templates).join(", ") });
  }
  return fileURLToPath(new URL(`../templates/${template}`, import.meta.url));
}
