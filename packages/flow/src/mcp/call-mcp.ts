import type { JsonValue } from "@silo/artifacts/json";
import { nearest } from "@silo/errors/nearest";
import { causeWithout, hideSecrets, hideInText } from "../secrets.js";
import { ServiceError } from "../service-error.js";
import { unreachable, type McpConnection } from "./mcp-connection.js";
import { defaultToolErrorPrompt, type McpProfile } from "./mcp-profile.js";

/** One call of a tool. */
export interface McpRequest<Profile extends string = string> {
  profile: Profile;
  tool: string;
  arguments?: { [name: string]: JsonValue };
}

/** What a tool gave, or an error that a model can do something about. */
export interface McpResult {
  /** The tool failed, or the server refused the call with a code that the profile lists. */
  isError: boolean;
  /** For a model: the texts, each on lines of its own; of an error after the profile's prompt. */
  text: string;
  /** As the server sent it. */
  content: JsonValue[];
  structuredContent?: JsonValue;
}

/** Throws `request_not_allowed` where the profile does not list the tool. */
export function requireAllowed({ profile, tool }: McpRequest, { tools }: McpProfile): void {
  if (tools === undefined || tools.includes(tool)) return;
  const [near] = nearest(tool, tools);
  const hint = near === undefined ? "" : ` (did you mean "${near}"?)`;
  const message = `Profile "${profile}" does not allow the request: tool "${tool}" is not allowed${hint}; allowed: ${tools.join(", ")}.`;
  throw new ServiceError("request_not_allowed", message, {
    details: { profile, problems: [{ field: "tool", message: `tool "${tool}" is not allowed` }] },
  });
}

/** Calls a tool. Throws `mcp_error` for what no model can mend, `connection_failed` where the server has gone. */
export async function callMcp(
  { profile: name, tool, arguments: given = {} }: McpRequest,
  { profile, connection, signal }: { profile: McpProfile; connection: McpConnection; signal: AbortSignal },
): Promise<McpResult> {
  const { toolErrorPrompt = defaultToolErrorPrompt, retryableCodes = [] } = profile;
  const { secrets } = connection;
  try {
    const result = await connection.request(
      { method: "tools/call", params: { name: tool, arguments: given } },
      { signal },
    );
    const {
      content = [],
      structuredContent,
      isError = false,
    } = hideSecrets(result as never, secrets) as {
      content?: JsonValue[];
      structuredContent?: JsonValue;
      isError?: boolean;
    };
    const text = content.map(textOf).join("\n");
    return {
      isError,
      text: isError ? withPrompt(toolErrorPrompt, text) : text,
      content,
      ...(structuredContent === undefined ? {} : { structuredContent }),
    };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    if (connection.isClosed()) throw unreachable(thrown, { profile: name, secrets, said: connection.said() });
    const { code, message } = thrown as { code?: unknown; message?: unknown };
    const isHttp = thrown instanceof Error && thrown.constructor.name === "StreamableHTTPError";
    // Without a code fetch itself has failed, and a code of 5xx is that of a server that does not work.
    if (typeof code !== "number" || (isHttp && code >= 500))
      throw unreachable(thrown, { profile: name, secrets, said: connection.said() });
    const said = hideInText(String(message).replace(/^MCP error -?\d+: /, ""), secrets);
    if (!isHttp && retryableCodes.includes(code))
      return {
        isError: true,
        text: withPrompt(toolErrorPrompt, said),
        content: [{ type: "text", text: said }],
      };
    const failure = `The server refused the call of ${tool} with the error ${code}: ${said.replace(/\.$/, "")}.`;
    throw new ServiceError("mcp_error", failure, {
      details: { profile: name, tool, errorCode: code, message: said },
      cause: causeWithout(secrets, thrown),
    });
  }
}

function withPrompt(prompt: string, said: string): string {
  return prompt === "" ? said : `${prompt}\n${said}`;
}

/** What is no text is named: a model that reads text can do nothing with an image. */
function textOf(item: JsonValue): string {
  const { type, text, mimeType, uri, resource } = item as Record<string, JsonValue | undefined>;
  if (typeof text === "string") return text;
  const held = resource as { text?: string; uri?: string } | undefined;
  if (typeof held?.text === "string") return held.text;
  const about = [type, mimeType, uri ?? held?.uri].filter((part) => typeof part === "string");
  return `[${about.join(" ")}]`;
}
