import type { ToolDescriptor } from "@silo/artifacts";
import type { CommandKind, KindHost } from "../command-kind.js";
import { profileOf } from "../profiles.js";
import { ServiceError } from "../service-error.js";
import type { CommandOptions, Recorded } from "../types.js";
import { callMcp, requireAllowed, type McpRequest, type McpResult } from "./call-mcp.js";
import { connectMcp, type McpConnection } from "./mcp-connection.js";
import { mcpFaults, mcpNeeds, type McpProfile } from "./mcp-profile.js";

/** Calls a tool of a server. An error that a model can do something about is a result, with `isError`. */
export type McpCommand<Profile extends string> = <H = never>(
  name: string,
  request: McpRequest<Profile>,
  options?: CommandOptions<H>,
) => Promise<McpResult | Recorded<Awaited<H>>>;

/**
 * Servers of the Model Context Protocol. They are started, or reached, when a tool of theirs is first called, and are left
 * when the run ends.
 *
 * The command fails with `mcp_error`, `timed_out`, `connection_failed`, `request_not_allowed`, `profile_not_found`,
 * `variable_missing`, `variable_invalid` and `dependency_missing`.
 */
export function mcp<const Profiles extends Record<string, McpProfile>>(
  profiles: Profiles,
): CommandKind<McpCommand<keyof Profiles & string>> {
  const faults = mcpFaults(profiles);
  return {
    kind: "mcp",
    profiles: Object.keys(profiles ?? {}),
    faults,
    needs: faults.length > 0 ? [] : mcpNeeds(profiles),
    bind: (host) => bindCommand(host, profiles) as McpCommand<keyof Profiles & string>,
    tools: (host, { profile, signal }) => listTools(host, { profiles, profile, signal }),
  };
}

type Profiles = Readonly<Record<string, McpProfile>>;

function bindCommand(host: KindHost, profiles: Profiles): McpCommand<string> {
  return ((name: string, request: McpRequest, options?: CommandOptions<unknown>) =>
    host.run<McpResult>(
      name,
      {
        what: `The tool ${request.tool}`,
        input: request,
        perform: async ({ signal }) => {
          const profile = profileOf(profiles, request.profile);
          requireAllowed(request, profile);
          return within(profile, { profile: request.profile, signal }, async (stop) => {
            const connection = await connectionOf(host, { profiles, profile: request.profile, signal: stop });
            return callMcp(request, { profile, connection, signal: stop });
          });
        },
      },
      options,
    )) as McpCommand<string>;
}

/** The tools of a server that its profile allows, as the server describes them. */
async function listTools(
  host: KindHost,
  { profiles, profile: name, signal }: { profiles: Profiles; profile: string; signal: AbortSignal },
): Promise<ToolDescriptor[]> {
  const profile = profileOf(profiles, name);
  return within(profile, { profile: name, signal }, async (stop) => {
    const connection = await connectionOf(host, { profiles, profile: name, signal: stop });
    const found: ToolDescriptor[] = [];
    let cursor: unknown;
    do {
      const params = cursor === undefined ? {} : { cursor };
      const page = await connection.request({ method: "tools/list", params }, { signal: stop });
      for (const { name: tool, description = "", inputSchema } of page["tools"] as ToolDescriptor[])
        if (profile.tools?.includes(tool) ?? true) found.push({ name: tool, description, inputSchema });
      cursor = page["nextCursor"];
    } while (cursor !== undefined);
    return found;
  });
}

/** What takes too long is left to itself; the server is told that nobody waits for it. */
async function within<T>(
  { timeoutMs = 30_000 }: McpProfile,
  { profile, signal }: { profile: string; signal: AbortSignal },
  work: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await work(AbortSignal.any([signal, timeout]));
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    if (!timeout.aborted) throw thrown;
    const message = `The server of profile "${profile}" did not answer within ${timeoutMs} ms.`;
    throw new ServiceError("timed_out", message, { details: { profile, timeoutMs } });
  }
}

/** The connections of a run: a command and a model's list of tools have the same ones. */
const runs = new WeakMap<object, Map<string, Promise<McpConnection>>>();

async function connectionOf(
  host: KindHost,
  { profiles, profile, signal }: { profiles: Profiles; profile: string; signal: AbortSignal },
): Promise<McpConnection> {
  const open = runs.get(host.flow) ?? openRun(host);
  const known = await open.get(profile)?.catch(() => undefined);
  if (known && !known.isClosed()) return known;
  const opened = connectMcp(profileOf(profiles, profile), { profile, agentFile: host.agentFile, signal });
  open.set(profile, opened);
  opened.catch(() => open.delete(profile));
  return opened;
}

function openRun(host: KindHost): Map<string, Promise<McpConnection>> {
  const open = new Map<string, Promise<McpConnection>>();
  runs.set(host.flow, open);
  host.onEnd(async () => {
    await Promise.allSettled([...open.values()].map(async (connection) => (await connection).close()));
  });
  return open;
}
