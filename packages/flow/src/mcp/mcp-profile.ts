import { s } from "@silo/schema-validate";
import { checkAddress } from "../api/api-profile.js";
import type { KindFault, Need } from "../command-kind.js";
import { profileFaults, variablePattern } from "../profiles.js";

/** A server, and what a tool call there may take. */
export type McpProfile = McpBounds & (StdioServer | HttpServer);

/** A program that is started, and speaks over its standard input and output. */
export interface StdioServer {
  readonly command: string;
  readonly args?: readonly string[];
  /** The environment variables that it gets, beside those that every program needs, such as PATH. */
  readonly env?: readonly string[];
  readonly url?: never;
}

/** A server that is reached by HTTP. */
export interface HttpServer {
  readonly url: string;
  /** The environment variable that holds the secret, and the header that it goes into. */
  readonly auth?: { readonly header: string; readonly env: string; readonly scheme?: string };
  readonly command?: never;
}

interface McpBounds {
  /** The tools that may be called; all where left out. */
  readonly tools?: readonly string[];
  /** Codes of JSON-RPC errors that a model can do something about: they are results, like the errors of tools. */
  readonly retryableCodes?: readonly number[];
  /** What a model reads before the message of an error. */
  readonly toolErrorPrompt?: string;
  /** For one call, and for connecting; 30,000 where left out. */
  readonly timeoutMs?: number;
}

const token = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$";
const variable = s.string({ pattern: variablePattern });

const schema = s.object({
  command: s.optional(s.string({ minLength: 1 })),
  args: s.optional(s.array(s.string())),
  env: s.optional(s.array(variable)),
  url: s.optional(s.string()),
  auth: s.optional(
    s.object({
      header: s.string({ pattern: token }),
      env: variable,
      scheme: s.optional(s.string({ pattern: token })),
    }),
  ),
  tools: s.optional(s.array(s.string({ minLength: 1 }))),
  retryableCodes: s.optional(s.array(s.integer())),
  toolErrorPrompt: s.optional(s.string()),
  timeoutMs: s.optional(s.integer({ minimum: 1, maximum: 2_147_483_647 })),
});

export const defaultToolErrorPrompt =
  "The tool failed. Correct the arguments and call it again, or answer without it.";

export function mcpFaults(profiles: unknown): KindFault[] {
  return profileFaults<Record<string, unknown>>("mcp", profiles, {
    schema,
    check: ({ command, args, env, url, auth }) => {
      if ((command === undefined) === (url === undefined))
        return [
          {
            field: url === undefined ? "command" : "url",
            problem: "must be there without the other: a server is started by command, or reached at url",
          },
        ];
      const others = url === undefined ? { auth } : { args, env };
      const faults = Object.entries(others)
        .filter(([, value]) => value !== undefined)
        .map(([field]) => ({
          field,
          problem: `belongs to a server with ${url === undefined ? "url" : "command"}`,
        }));
      const address = url === undefined ? [] : checkAddress(String(url));
      return [...address.map((problem) => ({ field: "url", problem })), ...faults];
    },
  });
}

export const sdk = {
  specifier: "@modelcontextprotocol/sdk/client/index.js",
  version: "1.32.2",
  neededBy: "@silo/flow/mcp",
};

export function mcpNeeds(profiles: { readonly [name: string]: McpProfile }): Need[] {
  const { specifier, version } = sdk;
  return Object.entries(profiles).flatMap(([profile, server]): Need[] => [
    { kind: "mcp", profile, type: "dependency", specifier, version },
    ...variablesOf(server).map((name): Need => ({ kind: "mcp", profile, type: "variable", name })),
  ]);
}

export function variablesOf({ env, auth }: { env?: readonly string[]; auth?: { env: string } }): string[] {
  return [...(env ?? []), ...(auth ? [auth.env] : [])];
}
