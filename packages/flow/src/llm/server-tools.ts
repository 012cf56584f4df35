import { compileSchema, describeProblems, parseArguments, type Problem } from "@silo/schema-validate";
import type { JsonValue } from "@silo/artifacts/json";
import type { KindHost } from "../command-kind.js";
import type { FlowError } from "../flow-error.js";
import type { FlowRun } from "../flow-run.js";
import { ServiceError } from "../service-error.js";
import { commandName, endRun } from "./model-calls.js";
import type { Offer } from "./offered-tools.js";
import type { OfferedTool } from "./chat.js";

/** The command of a kind whose profiles have tools: an error that the model can mend is a result. */
type ToolCommand = (
  name: string,
  request: { profile: string; tool: string; arguments: JsonValue },
) => Promise<{ text: string; structuredContent?: JsonValue }>;

/**
 * The tools of the servers that profiles of `mcp` name. What such a tool, or its server, says that a model can mend goes
 * to the model; any other error ends the run. Throws what keeps the tools from being listed.
 */
export async function offersOfServers(
  host: KindHost,
  { run, profiles }: { run: FlowRun; profiles: readonly string[] },
): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (const profile of profiles) {
    const [member, kind] =
      Object.entries(host.kinds).find(
        ([, one]) => one.kind === "mcp" && (one.profiles ?? []).includes(profile),
      ) ?? [];
    if (member === undefined || !kind?.tools) {
      const message = `There is no profile "${profile}" of mcp in what the flow uses.`;
      throw new ServiceError("profile_not_found", message, { details: { profile } });
    }
    const command = (host.flow as unknown as Record<string, ToolCommand>)[member] as ToolCommand;
    for (const { name, description, inputSchema } of await kind.tools(host, { profile, signal: run.signal }))
      offers.push({
        name,
        description,
        inputSchema: inputSchema as OfferedTool["inputSchema"],
        call: async ({ text }) => {
          const parsed = parseArguments(text);
          const problems = parsed.ok ? argumentProblems(inputSchema, parsed.value) : parsed.problems;
          if (problems.length > 0) {
            const message = describeProblems(problems, { subject: { tool: name } });
            return { error: { code: "invalid_input", message } };
          }
          const given = ((parsed as { value?: JsonValue }).value ?? {}) as JsonValue;
          try {
            const result = await command(commandName(name), { profile, tool: name, arguments: given });
            return { output: result.text === "" ? (result.structuredContent ?? "") : result.text };
          } catch (thrown) {
            run.requireGoing();
            throw endRun(run, thrown as FlowError);
          }
        },
      });
  }
  return offers;
}

/** A schema of somebody else's that cannot be used here is for the server to hold to. */
function argumentProblems(schema: object, value: unknown): readonly Problem[] {
  const check = (wanted: object): readonly Problem[] =>
    compileSchema(wanted as { type: "object" }, { purpose: "input", origin: "foreign" }).check(value, {
      parsed: true,
    });
  try {
    return check(schema);
  } catch {
    return check({ type: "object" });
  }
}
