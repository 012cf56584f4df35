import type { JsonValue } from "@silo/artifacts/json";
import type { Infer, JsonSchema } from "@silo/schema-validate";
import { runCommand } from "../command.js";
import type { CommandKind, KindHost, Need } from "../command-kind.js";
import { runOf } from "../flow-context.js";
import { loadOptional, type OptionalDependency } from "../optional-dependency.js";
import { profileOf } from "../profiles.js";
import { ServiceError } from "../service-error.js";
import type { CommandOptions, Recorded } from "../types.js";
import { findFaults, findFlowFaults } from "./faults.js";
import { runModel } from "./model-run.js";
import { readSettings, variablesOf, type ModelProfile } from "./profile.js";
import type { ModelPrompt } from "./prompt.js";
import type { OpenAICompatible } from "./provider.js";

/** The values that a prompt's variables get: a text as it is, anything else as JSON. */
export type VariablesOf<Prompt> = Prompt extends { variables: readonly (infer Name extends string)[] }
  ? { [K in Name]: JsonValue }
  : Record<never, never>;

/** What a prompt comes to: the text of the answer, or what its schema says. */
export type AnswerOf<Prompt> = Prompt extends { answer: infer Schema extends JsonSchema }
  ? Infer<Schema>
  : string;

/** What `flow.llm` takes after its name. */
export type LlmRequest<Profiles, Prompts, P extends keyof Prompts> = {
  profile: keyof Profiles & string;
  prompt: P;
} & (Record<never, never> extends VariablesOf<Prompts[P]>
  ? { variables?: Record<string, never> }
  : { variables: VariablesOf<Prompts[P]> });

/** The functions that prompts offer to the model: `defineFlow` compares them with those of the flow. */
export type OfferedBy<Prompts> = {
  [P in keyof Prompts]: Prompts[P] extends { tools: { functions: readonly (infer Name extends string)[] } }
    ? Name
    : never;
}[keyof Prompts];

/** Asks a model, and gives its answer when it has made all the calls that it wanted. */
export type LlmCommand<Profiles, Prompts> = <P extends keyof Prompts & string, H = never>(
  name: string,
  request: LlmRequest<Profiles, Prompts, P>,
  options?: CommandOptions<H>,
) => Promise<AnswerOf<Prompts[P]> | Recorded<Awaited<H>>>;

const library: OptionalDependency<OpenAICompatible> = {
  specifier: "@ai-sdk/openai-compatible",
  version: "2.0.92",
  neededBy: "@silo/flow/llm",
  own: () => import("@ai-sdk/openai-compatible"),
};

/**
 * Models of any endpoint that speaks OpenAI's protocol of chat completions. `profiles` say where they are and what they
 * may take, `prompts` what they are told and which tools they are offered.
 *
 * The command fails with `vendor_error`, `connection_failed`, `timed_out`, `answer_incomplete`, `answer_invalid`,
 * `turn_limit`, `too_many_tools`, `request_invalid`, `profile_not_found`, `prompt_not_found` and `variable_missing`.
 */
export function llm<
  const Profiles extends Record<string, ModelProfile>,
  const Prompts extends Record<string, ModelPrompt>,
>(profiles: Profiles, prompts: Prompts): CommandKind<LlmCommand<Profiles, Prompts>, OfferedBy<Prompts>> {
  const { specifier, version } = library;
  const faults = findFaults(profiles, prompts);
  const needs: Need[] = [
    { kind: "llm", type: "dependency", specifier, version },
    ...Object.entries(profiles)
      .filter(([name]) => !faults.some(({ code, profile }) => code === undefined && profile === name))
      .flatMap(([name, profile]) => variablesOf(name, profile)),
  ];
  return {
    kind: "llm",
    profiles: Object.keys(profiles),
    faults,
    needs,
    faultsIn: (flow) => findFlowFaults(prompts, flow),
    bind: (host) => bindCommand(host, { profiles, prompts }) as LlmCommand<Profiles, Prompts>,
  };
}

/** A request without its types. */
interface AnyRequest {
  profile: string;
  prompt: string;
  variables?: { [name: string]: JsonValue };
}

interface Declared {
  profiles: Readonly<Record<string, ModelProfile>>;
  prompts: Readonly<Record<string, ModelPrompt>>;
}

function bindCommand(host: KindHost, { profiles, prompts }: Declared) {
  let loading: Promise<OpenAICompatible> | undefined;
  const load = (): Promise<OpenAICompatible> => (loading ??= loadOptional(library, host.agentFile));
  return (
    name: string,
    { profile, prompt, variables = {} }: AnyRequest,
    { onError }: CommandOptions<unknown> = {},
  ): Promise<JsonValue> => {
    const run = runOf(host.flow);
    return runCommand<JsonValue>(run, {
      kind: "llm",
      what: "The model",
      name,
      input: { profile, prompt, variables },
      isMadeOfCommands: true,
      onError,
      perform: ({ path }) => {
        const settings = readSettings(profile, profileOf(profiles, profile));
        const told = promptOf(prompts, prompt);
        return run.enter(path, { what: "The model", isTool: true }, () =>
          runModel(host, { run, settings, prompt: told, promptName: prompt, variables, load }),
        );
      },
    });
  };
}

/** Throws `prompt_not_found`. */
function promptOf(prompts: Declared["prompts"], name: string): ModelPrompt {
  const found = Object.hasOwn(prompts, name) ? prompts[name] : undefined;
  if (found !== undefined) return found;
  const known = Object.keys(prompts);
  throw new ServiceError(
    "prompt_not_found",
    `There is no prompt "${name}"; there are: ${known.join(", ") || "none"}.`,
    { details: { prompt: name, prompts: known } },
  );
}
