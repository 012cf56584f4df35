import { nearest } from "@silo/errors/nearest";
import { compileSchema, describeProblems, type JsonSchema } from "@silo/schema-validate";
import type { KindFault } from "./command-kind.js";
import { ServiceError } from "./service-error.js";

/** What is wrong with profiles: what their schema says, and for those that fit it what `check` finds. */
export function profileFaults<Profile>(
  kind: string,
  profiles: unknown,
  {
    schema,
    check,
  }: { schema: JsonSchema; check: (profile: Profile) => { field: string; problem: string }[] },
): KindFault[] {
  if (typeof profiles !== "object" || profiles === null || Array.isArray(profiles))
    return [{ kind, field: "", message: `${kind} takes its profiles by name: ${kind}({ name: { … } }).` }];
  const compiled = compileSchema(schema, { purpose: "data" });
  const names = Object.keys(profiles);
  if (names.length === 0)
    return [{ kind, field: "", message: `${kind} has no profile; it needs one at least.` }];
  return names.flatMap((profile) => {
    const value = (profiles as Record<string, unknown>)[profile];
    const subject = { file: `profile "${profile}" of ${kind}` };
    const problems = compiled.check(value);
    if (problems.length > 0)
      return problems.map((problem) => ({
        kind,
        profile,
        field: problem.path.join("."),
        message: describeProblems([problem], { subject }),
      }));
    return check(value as Profile).map(({ field, problem }) => ({
      kind,
      profile,
      field,
      message: `Invalid ${subject.file}: "${field}" ${problem}.`,
    }));
  });
}

/** The profile of a request. Throws `profile_not_found`. */
export function profileOf<Profile>(profiles: { readonly [name: string]: Profile }, name: string): Profile {
  if (Object.hasOwn(profiles, name)) return profiles[name] as Profile;
  const known = Object.keys(profiles);
  const [near] = nearest(String(name), known);
  const message = `There is no profile "${String(name)}"${near === undefined ? "" : ` (did you mean "${near}"?)`}; there are: ${known.join(", ")}.`;
  throw new ServiceError("profile_not_found", message, {
    details: { profile: String(name), profiles: known, ...(near === undefined ? {} : { nearest: near }) },
  });
}

/** What an environment variable may be called. */
export const variablePattern = "^[A-Za-z_][A-Za-z0-9_]*$";
