import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A call that the model makes, its arguments as the text that arrives. */
export interface ScriptedCall {
  id?: string;
  name: string;
  arguments: string;
}

/** What the server does with one request. */
export interface ScriptedReply {
  text?: string;
  calls?: readonly ScriptedCall[];
  /** `null`: the server says nothing of what was used. */
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
  finishReason?: string;
  /** Milliseconds before anything is sent. */
  delayMs?: number;
  /** An answer that is no turn of a model: status, headers and body as they are. */
  raw?: { status: number; headers?: Record<string, string>; body: string };
  /** Ends the connection: before anything is sent, in the middle of the body, or cleanly but before the turn is whole. */
  breakOff?: "before" | "within" | "unfinished";
  /** Says nothing, ever. */
  isSilent?: boolean;
}

/** A request as it came. */
export interface ModelRequest {
  headers: IncomingHttpHeaders;
  body: {
    model: string;
    messages: ChatMessage[];
    tools?: { type: string; function: { name: string; description: string; parameters: unknown } }[];
    stream?: boolean;
    response_format?: unknown;
    [member: string]: unknown;
  };
}

export interface ChatMessage {
  role: string;
  content: string | null;
  tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

export type Script = readonly ScriptedReply[] | ((request: ModelRequest, turn: number) => ScriptedReply);

export interface ModelServer {
  /** The base address, without a slash at its end. */
  url: string;
  requests: ModelRequest[];
  /** Lets the process end while it is open. */
  unref(): void;
  close(): Promise<void>;
}

/**
 * A server that speaks the protocol of chat completions and plays a script. It refuses, as the vendors do, a request
 * whose messages do not fit together.
 */
export async function startModelServer(script: Script): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const server = createServer((incoming, response) => {
    let text = "";
    incoming.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    incoming.on("end", () => {
      const body = JSON.parse(text) as ModelRequest["body"];
      const request = { headers: incoming.headers, body };
      requests.push(request);
      const problem =
        incoming.url === "/v1/chat/completions" ? messageProblem(body.messages) : `no ${incoming.url} here`;
      const turn = requests.length - 1;
      const reply = problem
        ? errorReply(400, problem)
        : typeof script === "function"
          ? script(request, turn)
          : (script[turn] ?? errorReply(400, `The script has no turn ${turn}.`));
      void play(reply, { response, isStream: body.stream === true, turn });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    unref: () => void server.unref(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An error in the form that the vendors use. */
export function errorReply(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): ScriptedReply {
  const body = JSON.stringify({ error: { message, type: "server_error", code: null } });
  return { raw: { status, headers: { "content-type": "application/json", ...headers }, body } };
}

/** Every call must have its result, and every result its call. */
function messageProblem(messages: readonly ChatMessage[]): string | undefined {
  let open: string[] = [];
  for (const { role, content, tool_calls: calls = [], tool_call_id: answered } of messages) {
    if (role === "tool") {
      if (!open.includes(answered ?? "")) return `The result ${answered} belongs to no call.`;
      if (typeof content !== "string") return `The result of ${answered} is no text.`;
      open = open.filter((id) => id !== answered);
      continue;
    }
    if (open.length > 0) return `No results for the calls ${open.join(", ")}.`;
    open = calls.map(({ id }) => id);
    for (const { function: called } of calls) {
      try {
        JSON.parse(called.arguments);
      } catch {
        return `The arguments of ${called.name} are no JSON.`;
      }
    }
  }
  return open.length > 0 ? `No results for the calls ${open.join(", ")}.` : undefined;
}

interface Place {
  response: ServerResponse;
  isStream: boolean;
  turn: number;
}

async function play(reply: ScriptedReply, place: Place): Promise<void> {
  const { response } = place;
  if (reply.isSilent) return;
  if (reply.delayMs) await sleep(reply.delayMs);
  if (reply.breakOff === "before") return void response.socket?.destroy();
  if (reply.raw) {
    const { status, headers, body } = reply.raw;
    response.writeHead(status, headers).end(body);
  } else if (place.isStream) stream(reply, place);
  else answer(reply, place);
}

function facts(
  { calls = [], finishReason, usage }: ScriptedReply,
  turn: number,
): {
  calls: { id: string; type: "function"; function: { name: string; arguments: string } }[];
  finish: string;
  used: ScriptedReply["usage"];
} {
  return {
    calls: calls.map(({ id, name, arguments: text }, index) => ({
      id: id ?? `call_${turn}_${index}`,
      type: "function",
      function: { name, arguments: text },
    })),
    finish: finishReason ?? (calls.length > 0 ? "tool_calls" : "stop"),
    used: usage === undefined ? { prompt_tokens: 10, completion_tokens: 5 } : usage,
  };
}

function answer(reply: ScriptedReply, { response, turn }: Place): void {
  const { calls, finish, used } = facts(reply, turn);
  const message = {
    role: "assistant",
    content: reply.text ?? null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  const body = JSON.stringify({
    id: `turn_${turn}`,
    object: "chat.completion",
    created: 0,
    model: "scripted",
    choices: [{ index: 0, message, finish_reason: finish }],
    ...(used ? { usage: used } : {}),
  });
  response.writeHead(200, {
    "content-type": "application/json",
    ...(reply.breakOff ? { "content-length": String(body.length) } : {}),
  });
  if (!reply.breakOff) response.end(body);
  else response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
}

function stream(reply: ScriptedReply, { response, turn }: Place): void {
  const { calls, finish, used } = facts(reply, turn);
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (choices: object[], rest: object = {}): void => {
    const chunk = { id: `turn_${turn}`, object: "chat.completion.chunk", created: 0, model: "scripted" };
    response.write(`data: ${JSON.stringify({ ...chunk, choices, ...rest })}\n\n`);
  };
  const sendDelta = (delta: object): void => send([{ index: 0, delta, finish_reason: null }]);
  sendDelta({ role: "assistant", content: "" });
  for (const piece of reply.text?.match(/.{1,7}/gsu) ?? []) sendDelta({ content: piece });
  calls.forEach(({ id, type, function: { name, arguments: text } }, index) => {
    sendDelta({ tool_calls: [{ index, id, type, function: { name, arguments: "" } }] });
    for (const piece of text.match(/.{1,5}/gsu) ?? [])
      sendDelta({ tool_calls: [{ index, function: { arguments: piece } }] });
  });
  if (reply.breakOff === "within") return void setTimeout(() => response.socket?.destroy(), 20);
  if (reply.breakOff === "unfinished") return void response.end();
  send([{ index: 0, delta: {}, finish_reason: finish }]);
  if (used) send([], { usage: used });
  response.end("data: [DONE]\n\n");
}
