import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type * as ClientModule from "@modelcontextprotocol/sdk/client/index.js";
import type * as StdioModule from "@modelcontextprotocol/sdk/client/stdio.js";
import type * as HttpModule from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type * as TypesModule from "@modelcontextprotocol/sdk/types.js";
import { isHeaderValue } from "../api/allowed-request.js";
import { loadOptional } from "../optional-dependency.js";
import { causeWithout, hideInText, readSecret, type Secret } from "../secrets.js";
import { ServiceError } from "../service-error.js";
import { sdk, variablesOf, type HttpServer, type McpProfile, type StdioServer } from "./mcp-profile.js";

/** A server that has been reached. */
export interface McpConnection {
  /** Sends a request. Rejects with what the SDK rejects with. */
  request<Method extends "tools/call" | "tools/list">(
    request: { method: Method; params: Record<string, unknown> },
    options: { signal: AbortSignal },
  ): Promise<Record<string, unknown>>;
  secrets: readonly Secret[];
  /** It is gone: what is under way gets no answer. */
  isClosed: () => boolean;
  /** The last that it wrote to its standard error. */
  said: () => string;
  close: () => Promise<void>;
}

/** The SDK's own clocks are left out: a call has one, and it is ours. */
const noTimeout = 2_147_483_647;

/** Reaches a server, or starts it. Throws `variable_missing`, `variable_invalid`, `dependency_missing`, `connection_failed`. */
export async function connectMcp(
  server: McpProfile,
  { profile, agentFile, signal }: { profile: string; agentFile: string | undefined; signal: AbortSignal },
): Promise<McpConnection> {
  const secrets = variablesOf(server as never).map((variable) => readSecret(variable, profile));
  const load = <Module>(file: string, own: () => Promise<Module>): Promise<Module> =>
    loadOptional({ ...sdk, specifier: `@modelcontextprotocol/sdk/${file}`, own }, agentFile);
  const [{ Client }, types] = await Promise.all([
    load<typeof ClientModule>("client/index.js", () => import("@modelcontextprotocol/sdk/client/index.js")),
    load<typeof TypesModule>("types.js", () => import("@modelcontextprotocol/sdk/types.js")),
  ]);
  let said = "";
  const transport =
    server.url === undefined
      ? await stdioTransport(server, {
          secrets,
          load,
          say: (line) => (said = `${said}\n${line}`.slice(-500)),
        })
      : await httpTransport(server, { secrets, load, profile });
  const client = new Client({ name: "silo-flow", version: "1.0.0" });
  let isClosed = false;
  client.onclose = () => (isClosed = true);
  // What breaks a connection also closes it, or fails the request.
  client.onerror = () => undefined;
  try {
    await client.connect(transport, { signal, timeout: noTimeout });
  } catch (thrown) {
    await client.close().catch(() => undefined);
    if (signal.aborted) throw signal.reason;
    throw unreachable(thrown, { profile, secrets, said });
  }
  const schemas = { "tools/call": types.CallToolResultSchema, "tools/list": types.ListToolsResultSchema };
  return {
    request: (request, { signal: stop }) =>
      client.request(request as never, schemas[request.method] as never, {
        signal: stop,
        timeout: noTimeout,
      }),
    secrets,
    isClosed: () => isClosed,
    said: () => said.trim(),
    close: () => client.close(),
  };
}

/** Where a server cannot be reached, or has gone. */
export function unreachable(
  thrown: unknown,
  { profile, secrets, said }: { profile: string; secrets: readonly Secret[]; said: string },
): ServiceError {
  const cause = causeWithout(secrets, thrown);
  const inner = cause.cause as Error | undefined;
  const reason = (inner?.message || cause.message)
    .replace(/^(McpError: )?(MCP error -?\d+: )?/, "")
    .replace(/\.$/, "");
  const last = said.trim().split("\n").at(-1) ?? "";
  const message = `The server of profile "${profile}" could not be reached: ${reason}${last === "" ? "" : ` (it said: ${last})`}.`;
  return new ServiceError("connection_failed", message, {
    details: { profile, reason, said: said.trim() },
    cause,
  });
}

type Load = <Module>(file: string, own: () => Promise<Module>) => Promise<Module>;

async function stdioTransport(
  { command, args = [], env = [] }: StdioServer,
  { secrets, load, say }: { secrets: readonly Secret[]; load: Load; say: (line: string) => void },
): Promise<Transport> {
  const { StdioClientTransport, getDefaultEnvironment } = await load<typeof StdioModule>(
    "client/stdio.js",
    () => import("@modelcontextprotocol/sdk/client/stdio.js"),
  );
  const passed = Object.fromEntries(env.map((name) => [name, process.env[name] ?? ""]));
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...getDefaultEnvironment(), ...passed },
    stderr: "pipe",
  });
  // Whole lines, because a secret must not come through in two halves.
  createInterface({ input: transport.stderr as Readable }).on("line", (line) => {
    const shown = hideInText(line, secrets);
    say(shown);
    process.stderr.write(`${shown}\n`);
  });
  return transport;
}

async function httpTransport(
  { url, auth }: HttpServer,
  { secrets: [secret], load, profile }: { secrets: readonly Secret[]; load: Load; profile: string },
): Promise<Transport> {
  const { StreamableHTTPClientTransport } = await load<typeof HttpModule>(
    "client/streamableHttp.js",
    () => import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
  );
  const headers: Record<string, string> = {};
  if (auth && secret) {
    const value = secret.value.trim();
    if (!isHeaderValue(value)) {
      const message = `Profile "${profile}" sends the environment variable ${auth.env} in a header, and it holds a character that no header can carry.`;
      throw new ServiceError("variable_invalid", message, { details: { profile, variable: auth.env } });
    }
    headers[auth.header] = auth.scheme === undefined ? value : `${auth.scheme} ${value}`;
  }
  // The secret goes to this address and to no other.
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers, redirect: "error" },
  });
  return transport as Transport;
}
