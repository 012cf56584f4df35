import { describeThrown } from "@silo/errors";
import { nearest } from "@silo/errors/nearest";
import { compileSchema, describeProblems } from "@silo/schema-validate";
import type { FlowFacts, KindFault } from "../command-kind.js";
import { profileFaults } from "../profiles.js";
import { addressProblem, profileSchema, type ModelProfile } from "./profile.js";
import { promptSchema, variableProblems, type ModelPrompt } from "./prompt.js";

type Named<T> = Readonly<Record<string, T>>;

/** All that is wrong with profiles and prompts, as far as they tell by themselves. */
export function findFaults(profiles: Named<ModelProfile>, prompts: Named<ModelPrompt>): KindFault[] {
  return [
    ...profileFaults<ModelProfile>("llm", profiles, {
      schema: profileSchema,
      check: ({ baseUrl }) => {
        const problem = typeof baseUrl === "string" ? addressProblem(baseUrl) : undefined;
        return problem === undefined ? [] : [{ field: "baseUrl", problem }];
      },
    }),
    ...Object.entries(prompts).flatMap(([name, prompt]) => promptFaults(name, prompt)),
  ];
}

function promptFaults(name: string, prompt: ModelPrompt): KindFault[] {
  const problems = compileSchema(promptSchema, { purpose: "data" }).check(prompt);
  if (problems.length > 0)
    return problems.map((problem) => ({
      kind: "llm",
      code: "prompt_invalid",
      profile: name,
      field: problem.path.join("."),
      message: describeProblems([problem], { subject: { file: `prompt "${name}" of llm` } }),
    }));
  return [
    ...variableProblems(prompt).map((found) => fault("variable_unset", { name, ...found })),
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
    return [fault("prompt_invalid", { name, field: "answer", problem })];
  }
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
          return fault("tool_unknown", { name, field: `tools.${member}`, problem });
        }),
    ),
  );
}

function fault(
  code: NonNullable<KindFault["code"]>,
  { name, field, problem }: { name: string; field: string; problem: string },
): KindFault {
  const message = `Invalid prompt "${name}" of llm: "${field}" ${problem}.`;
  return { kind: "llm", code, profile: name, field, message };
}
