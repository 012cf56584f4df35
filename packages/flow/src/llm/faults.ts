import { describeThrown } from "@silo/errors";
import { nearest } from "@silo/errors/nearest";
import { compileSchema, describeProblems, type Schema } from "@silo/schema-validate";
import type { FlowFacts, KindFault } from "../command-kind.js";
import { addressProblem, profileSchema, type ModelProfile } from "./profile.js";
import { promptSchema, variableProblems, type ModelPrompt } from "./prompt.js";

type Named<T> = Readonly<Record<string, T>>;

/** All that is wrong with profiles and prompts, as far as they tell by themselves. */
export function findFaults(profiles: Named<ModelProfile>, prompts: Named<ModelPrompt>): KindFault[] {
  return [
    ...Object.entries(profiles).flatMap(([name, profile]) =>
      shapeFaults("profile", { name, value: profile, schema: profileSchema }),
    ),
    ...Object.entries(profiles).flatMap(([name, { baseUrl }]) => {
      const problem = typeof baseUrl === "string" ? addressProblem(baseUrl) : undefined;
      return problem === undefined ? [] : [fault("profile", { name, field: "baseUrl", problem })];
    }),
    ...Object.entries(prompts).flatMap(([name, prompt]) => promptFaults(name, prompt)),
  ];
}

function promptFaults(name: string, prompt: ModelPrompt): KindFault[] {
  const faults = shapeFaults("prompt", { name, value: prompt, schema: promptSchema });
  if (faults.length > 0) return faults;
  return [
    ...variableProblems(prompt).map(({ field, problem }) => fault("prompt", { name, field, problem })),
    ...answerFaults(name, prompt),
  ];
}

function answerFaults(name: string, { answer }: ModelPrompt): KindFault[] {
  if (answer === undefined) return [];
  try {
    compileSchema(answer, { purpose: "output" });
    return [];
  } catch (thrown) {
    const problem = `is no schema that can be used: ${describeThrown(thrown).replace(/\.$/, "")}`;
    return [fault("prompt", { name, field: "answer", problem })];
  }
}

function shapeFaults(
  what: "profile" | "prompt",
  { name, value, schema }: { name: string; value: unknown; schema: Schema<unknown> },
): KindFault[] {
  return compileSchema(schema, { purpose: "data" })
    .check(value)
    .map((problem) => ({
      kind: "llm",
      profile: name,
      field: problem.path.join("."),
      message: describeProblems([problem], { subject: { file: `${what} ${name} of llm` } }),
    }));
}

/** What prompts name and the flow has not. Which tools an environment has is known when it runs. */
export function findFlowFaults(
  prompts: Named<ModelPrompt>,
  { functions, profilesOf }: FlowFacts,
): KindFault[] {
  const known: Record<"functions" | "mcp", { what: string; names: readonly string[] }> = {
    functions: { what: "function", names: functions },
    mcp: { what: "profile of mcp", names: profilesOf("mcp") },
  };
  return Object.entries(prompts).flatMap(([name, { tools = {} }]) =>
    (["functions", "mcp"] as const).flatMap((member) =>
      (tools[member] ?? [])
        .filter((wanted) => !known[member].names.includes(wanted))
        .map((wanted) => {
          const { what, names } = known[member];
          const [near] = nearest(wanted, names);
          const instead =
            near === undefined ? `; there are: ${names.join(", ") || "none"}` : ` (did you mean "${near}"?)`;
          const problem = `names "${wanted}", and the flow has no such ${what}${instead}`;
          return fault("prompt", { name, field: `tools.${member}`, problem });
        }),
    ),
  );
}

function fault(
  what: "profile" | "prompt",
  { name, field, problem }: { name: string; field: string; problem: string },
): KindFault {
  return { kind: "llm", profile: name, field, message: `The ${what} ${name} of llm: "${field}" ${problem}.` };
}
