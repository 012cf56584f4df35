import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { AddressInfo } from "node:net";

/** A service that misbehaves as its paths say, and what it was asked. */
export interface RudeServer {
  url: string;
  /** `GET /path?query`, in order. */
  asked: string[];
  /** How many bytes of the large body had been written when the client left. */
  written: () => number;
  close: () => Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Starts it on a free port of the loopback interface. */
export async function startRudeServer(): Promise<RudeServer> {
  const asked: string[] = [];
  let written = 0;
  const json = (response: ServerResponse, status: number, value: unknown): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  };
  const answers: Record<string, Answer> = {
    "/forecast/Berlin": (_, response) => json(response, 200, { city: "Berlin", degrees: 21 }),
    "/status/500": (_, response) => json(response, 500, { error: "broken" }),
    "/status/404": (_, response) =>
      response.writeHead(404, { "content-type": "text/plain" }).end("no such thing"),
    "/status/204": (_, response) => response.writeHead(204).end(),
    "/slow/headers": () => undefined,
    "/slow/body": (_, response) => response.writeHead(200, { "content-type": "text/plain" }).write("begun"),
    "/reset/now": (request) => request.socket.resetAndDestroy(),
    "/reset/body": (request, response) => {
      response.writeHead(200, { "content-length": "100" }).write("half");
      setTimeout(() => request.socket.resetAndDestroy(), 20);
    },
    "/large/100mb": async (_, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream" });
      const chunk = Buffer.alloc(65_536);
      const gone = once(response, "close");
      for (let sent = 0; sent < 1600 && !response.destroyed; sent += 1) {
        written += chunk.length;
        if (!response.write(chunk)) await Promise.race([once(response, "drain"), gone]);
      }
      response.end();
    },
    "/large/packed": (_, response) =>
      response
        .writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" })
        .end(gzipSync(Buffer.alloc(5_000_000))),
    "/redirect/elsewhere": (_, response) =>
      response.writeHead(302, { location: "http://127.0.0.1:1/forecast/Berlin" }).end(),
    "/redirect/admin": (_, response) => response.writeHead(302, { location: "/admin" }).end(),
    "/redirect/within": (_, response) => response.writeHead(302, { location: "/forecast/Berlin" }).end(),
    "/redirect/round": (_, response) => response.writeHead(302, { location: "/redirect/round" }).end(),
    "/json/broken": (_, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end('{"half":'),
    "/binary/four": (_, response) =>
      response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from([0, 255, 1, 254])),
    "/text/latin": (_, response) =>
      response
        .writeHead(200, { "content-type": "text/plain; charset=latin1" })
        .end(Buffer.from([0x4d, 0xfc, 0x6c, 0x6c])),
  };
  const echo: Answer = async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { url, method, headers } = request;
    response.setHeader("set-cookie", "session=1");
    response.setHeader("x-authorization", String(headers["authorization"] ?? ""));
    json(response, 200, { method, url, headers, body });
  };
  const server: Server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { pathname } = new URL(request.url ?? "/", "http://server");
    void Promise.resolve((answers[pathname] ?? echo)(request, response));
  });
  server.on("clientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    written: () => written,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
