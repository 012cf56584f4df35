import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "../testing/free-port.js";
import { startRudeServer, type RudeServer } from "../testing/rude-server.js";
import { apiFaults, type ApiProfile } from "./api-profile.js";
import type { ApiRequest, ApiResponse } from "./api-request.js";
import { callApi } from "./call-api.js";

let server: RudeServer;
let profile: ApiProfile;
const secret = 's3cr3t/with+odd "chars"';

beforeAll(async () => {
  server = await startRudeServer();
});
afterAll(() => server.close());
beforeEach(() => {
  process.env["SILO_TEST_TOKEN"] = secret;
  server.asked.length = 0;
  profile = {
    baseUrl: server.url,
    paths: [
      "/forecast/{city}",
      "/status/{code}",
      "/slow/{what}",
      "/reset/{when}",
      "/large/{size}",
      "/redirect/{where}",
      "/json/{how}",
      "/binary/{size}",
      "/text/{charset}",
      "/echo/{word}",
      "/things/all:search",
    ],
    methods: ["GET", "POST"],
    query: ["units", "tag"],
    headers: ["X-Trace"],
    timeoutMs: 400,
    maxBodyBytes: 1_000_000,
  };
});
afterEach(() => {
  delete process.env["SILO_TEST_TOKEN"];
});

function call(request: Omit<ApiRequest, "profile">, changes: Partial<ApiProfile> = {}): Promise<ApiResponse> {
  const { signal } = new AbortController();
  return callApi({ profile: "weather", ...request }, { profile: { ...profile, ...changes }, signal });
}

/** What a call fails with. */
async function failureOf(call: Promise<unknown>): Promise<Record<string, unknown>> {
  return call.then(
    (value) => expect.fail(`it gave ${JSON.stringify(value)}`),
    (thrown: Error & { code?: unknown; details?: unknown }) => {
      const { name, code, message, details } = thrown;
      return { name, code, message, details };
    },
  );
}

describe("callApi", async () => {
  it("gives the status, the headers and the parsed body", async () => {
    const answer = await call({ path: "/forecast/Berlin", query: { units: "metric", tag: ["a", "b"] } });
    expect(answer).toMatchObject({ status: 200, type: "json", body: { city: "Berlin", degrees: 21 } });
    expect(answer.headers["content-type"]).toBe("application/json");
    expect(server.asked).toEqual(["GET /forecast/Berlin?units=metric&tag=a&tag=b"]);
  });

  it.each([
    [500, "json", { error: "broken" }],
    [404, "text", "no such thing"],
    [204, "none", null],
  ])("gives a %i as a result", async (status, type, body) => {
    expect(await call({ path: `/status/${status}` })).toMatchObject({ status, type, body });
  });

  it.each([
    ["/json/broken", "text", '{"half":'],
    ["/binary/four", "base64", "AP8B/g=="],
    ["/text/latin", "text", "Müll"],
  ])("says what the body of %s is", async (path, type, body) => {
    expect(await call({ path })).toMatchObject({ type, body });
  });

  it("sends a body as JSON, and the headers that are allowed", async () => {
    const headers = { "x-trace": "7" };
    const answer = await call({ path: "/echo/a", method: "POST", headers, body: { a: [1] } });
    expect(answer.body).toMatchObject({
      method: "POST",
      body: '{"a":[1]}',
      headers: { "x-trace": "7", "content-type": "application/json" },
    });
    expect(answer.headers).not.toHaveProperty("set-cookie");
  });

  it.each([
    ["/echo/São Paulo", "/echo/S%C3%A3o%20Paulo"],
    ["/echo/a%2Fb", "/echo/a%2Fb"],
    ["/echo/100%", "/echo/100%25"],
    ["/echo/a:b@c", "/echo/a:b@c"],
    ["/things/all:search", "/things/all:search"],
  ])("escapes %s once", async (path, asked) => {
    await call({ path });
    expect(server.asked).toEqual([`GET ${asked}`]);
  });

  it.each([
    ["another path", { path: "/admin" }, ["path"]],
    ["an empty segment", { path: "/echo/" }, ["path"]],
    ["one segment more", { path: "/echo/a/b" }, ["path"]],
    ["a way up", { path: "/echo/.." }, ["path"]],
    ["an escaped way up", { path: "/echo/%2e%2E" }, ["path"]],
    ["a way up within a segment", { path: "/echo/a%2f..%2fadmin" }, ["path"]],
    ["a way up with backslashes", { path: "/echo/..\\..\\admin" }, ["path"]],
    ["a query in the path", { path: "/echo/a?units=1" }, ["path"]],
    ["a fragment in the path", { path: "/echo/a#b" }, ["path"]],
    ["another host", { path: "@example.com/echo/a" }, ["path"]],
    ["half a character", { path: "/echo/\ud800" }, ["path"]],
    ["a parameter", { path: "/echo/a", query: { unit: "x" } }, ["query.unit"]],
    ["a header", { path: "/echo/a", headers: { cookie: "x" } }, ["headers.cookie"]],
    [
      "a header with two lines",
      { path: "/echo/a", headers: { "x-trace": "a\r\nb: c" } },
      ["headers.x-trace"],
    ],
    ["a method", { path: "/echo/a", method: "DELETE" as const }, ["method"]],
    [
      "everything at once",
      { path: "/no", method: "PUT" as const, query: { a: 1 }, headers: { b: "2" } },
      ["method", "path", "query.a", "headers.b"],
    ],
  ])("refuses %s before anything is sent", async (_, request, fields) => {
    const failure = await failureOf(call(request));
    expect(failure["code"]).toBe("request_not_allowed");
    const { problems } = failure["details"] as { problems: { field: string }[] };
    expect(problems.map(({ field }) => field)).toEqual(fields);
    expect(server.asked).toEqual([]);
  });

  it("names what would be allowed", async () => {
    const { message } = await failureOf(call({ path: "/echo/a", query: { unit: "x" } }));
    expect(message).toBe(
      'Profile "weather" does not allow the request: query parameter "unit" is not allowed (did you mean "units"?); allowed: units, tag.',
    );
  });

  it.each(["/slow/headers", "/slow/body"])("times out at %s", async (path) => {
    expect(await failureOf(call({ path }, { timeoutMs: 100 }))).toEqual({
      name: "TimeoutError",
      code: "timed_out",
      message: `GET ${server.url}${path} was not answered within 100 ms.`,
      details: { profile: "weather", method: "GET", url: `${server.url}${path}`, timeoutMs: 100 },
    });
  });

  it.each(["/reset/now", "/reset/body"])("tells of a connection that breaks at %s", async (path) => {
    expect(await failureOf(call({ path }))).toMatchObject({
      name: "ConnectionError",
      code: "connection_failed",
    });
  });

  it.each([
    ["nobody listens", `http://127.0.0.1:${await freePort()}`],
    ["the host has no address", "http://nowhere.invalid"],
  ])("tells where %s", async (_, baseUrl) => {
    const failure = await failureOf(call({ path: "/echo/a" }, { baseUrl, timeoutMs: 5000 }));
    expect(failure).toMatchObject({
      name: "ConnectionError",
      code: "connection_failed",
      details: { profile: "weather", method: "GET", url: `${baseUrl}/echo/a` },
    });
  });

  it("reads no more of a body than its limit", async () => {
    expect(await failureOf(call({ path: "/large/100mb" }, { timeoutMs: 20_000 }))).toMatchObject({
      code: "body_too_large",
      details: { profile: "weather", maxBodyBytes: 1_000_000, status: 200 },
    });
    expect(server.written()).toBeLessThan(50_000_000);
  });

  it("counts a body as it is when it is unpacked", async () => {
    expect((await failureOf(call({ path: "/large/packed" }, { timeoutMs: 5000 })))["code"]).toBe(
      "body_too_large",
    );
    const whole = await call({ path: "/large/packed" }, { maxBodyBytes: 5_000_000, timeoutMs: 5000 });
    expect((whole.body as string).length).toBe(5_000_000);
  });

  it("follows a redirect to what is allowed", async () => {
    expect(await call({ path: "/redirect/within" })).toMatchObject({ status: 200, body: { city: "Berlin" } });
  });

  it.each(["/redirect/elsewhere", "/redirect/admin"])("follows none to what is not: %s", async (path) => {
    const failure = await failureOf(call({ path }));
    expect(failure["code"]).toBe("request_not_allowed");
    expect(failure["details"]).toMatchObject({ problems: [{ field: "redirect" }] });
    expect(server.asked).toEqual([`GET ${path}`]);
  });

  it("gives the redirect of a POST as a result", async () => {
    expect(await call({ path: "/redirect/within", method: "POST", body: {} })).toMatchObject({ status: 302 });
  });

  it("follows no more than five", async () => {
    expect((await failureOf(call({ path: "/redirect/round" })))["code"]).toBe("too_many_redirects");
    expect(server.asked).toHaveLength(6);
  });

  it("ends with the run", async () => {
    const stop = new AbortController();
    const waiting = callApi({ profile: "weather", path: "/slow/headers" }, { profile, signal: stop.signal });
    stop.abort(new Error("over"));
    await expect(waiting).rejects.toThrow("over");
  });
});

describe("the secret of a profile", () => {
  it("is sent in a header, and hidden wherever the service echoes it", async () => {
    const answer = await call(
      { path: "/echo/a" },
      { auth: { header: "Authorization", scheme: "Bearer", env: "SILO_TEST_TOKEN" } },
    );
    expect(answer.headers["x-authorization"]).toBe("Bearer [SILO_TEST_TOKEN]");
    expect((answer.body as { headers: unknown }).headers).toMatchObject({
      authorization: "Bearer [SILO_TEST_TOKEN]",
    });
  });

  it("is sent in the query, and hidden in the address", async () => {
    const answer = await call({ path: "/echo/a" }, { auth: { query: "key", env: "SILO_TEST_TOKEN" } });
    const [asked] = server.asked;
    expect(new URL(asked!.slice(4), server.url).searchParams.get("key")).toBe(secret);
    expect(JSON.stringify(answer)).toContain("[SILO_TEST_TOKEN]");
    expect(JSON.stringify(answer)).not.toMatch(/s3cr3t/);
  });

  it("is in no error", async () => {
    for (const auth of [
      { header: "authorization", env: "SILO_TEST_TOKEN" },
      { query: "key", env: "SILO_TEST_TOKEN" },
    ])
      for (const path of ["/reset/now", "/slow/headers", "/redirect/elsewhere", "/large/packed", "/no"]) {
        const thrown: unknown = await call({ path }, { auth, timeoutMs: 100 }).catch(
          (error: unknown) => error,
        );
        const chain: unknown[] = [];
        for (let error = thrown as Error | undefined; error; error = error.cause as Error | undefined)
          chain.push({ ...error, message: error.message, stack: error.stack });
        expect(chain.length).toBeGreaterThan(0);
        expect(JSON.stringify(chain)).not.toMatch(/s3cr3t/);
      }
  });

  it("is missed where its variable is not set, and names only the variable where no header can carry it", async () => {
    const auth = { header: "authorization", env: "SILO_TEST_TOKEN" };
    process.env["SILO_TEST_TOKEN"] = "one\u2028two";
    const odd = await failureOf(call({ path: "/echo/a" }, { auth }));
    expect(odd).toMatchObject({ code: "variable_invalid", details: { variable: "SILO_TEST_TOKEN" } });
    expect(JSON.stringify(odd)).not.toContain("one");
    delete process.env["SILO_TEST_TOKEN"];
    expect(await failureOf(call({ path: "/echo/a" }, { auth }))).toEqual({
      name: "ServiceError",
      code: "variable_missing",
      message: 'Profile "weather" needs the environment variable SILO_TEST_TOKEN, which is not set.',
      details: { profile: "weather", variable: "SILO_TEST_TOKEN" },
    });
  });

  it("may end with the line break of the file that it came from", async () => {
    process.env["SILO_TEST_TOKEN"] = "plain\n";
    const auth = { header: "authorization", env: "SILO_TEST_TOKEN" };
    const answer = await call({ path: "/echo/a" }, { auth });
    expect(answer.headers["x-authorization"]).toBe("[SILO_TEST_TOKEN]");
  });
});

describe("apiFaults", () => {
  const fields = (changes: object): string[] =>
    apiFaults({ weather: { ...profile, ...changes } }).map(({ field }) => field);

  it("finds nothing in a sound profile", () => {
    expect(fields({ auth: { header: "authorization", scheme: "Bearer", env: "TOKEN" } })).toEqual([]);
  });

  it.each([
    ["no address", { baseUrl: "api.example.com" }, ["baseUrl"]],
    ["another protocol", { baseUrl: "ftp://example.com" }, ["baseUrl"]],
    ["a secret in the address", { baseUrl: "https://me:hidden@example.com" }, ["baseUrl"]],
    ["a query in the address", { baseUrl: "https://example.com?key=hidden" }, ["baseUrl"]],
    ["a path with a query", { paths: ["/a?b"] }, ["paths.0"]],
    ["a path with a way up", { paths: ["/a", "/../b"] }, ["paths.1"]],
    ["half a placeholder", { paths: ["/a/x{b}"] }, ["paths.0"]],
    ["a header that is fetch's", { headers: ["Host"] }, ["headers.0"]],
    ["the header of the secret", { headers: ["Key"], auth: { header: "key", env: "K" } }, ["headers.0"]],
    ["the parameter of the secret", { query: ["key"], auth: { query: "key", env: "K" } }, ["query.0"]],
    ["a secret for a variable", { auth: { header: "key", env: "sk-123 456" } }, ["auth.env"]],
    ["a secret as a value", { auth: { header: "key", value: "hidden" } }, ["auth.env", "auth.value"]],
    ["a time of another type", { timeoutMs: "5s", maxBodyBytes: -1 }, ["timeoutMs", "maxBodyBytes"]],
  ])("names %s", (_, changes, expected) => {
    expect(fields(changes).sort()).toEqual(expected.sort());
  });

  it("echoes no address, and finds all profiles' faults at once", () => {
    const faults = apiFaults({
      a: { ...profile, baseUrl: "https://me:hidden@example.com" },
      b: { baseUrl: profile.baseUrl },
    });
    expect(faults.map(({ profile, field }) => [profile, field])).toEqual([
      ["a", "baseUrl"],
      ["b", "paths"],
    ]);
    expect(faults[0]!.message).toBe(
      'Invalid profile "a" of api: "baseUrl" must hold no user or password: name an environment variable in auth.',
    );
    expect(JSON.stringify(faults)).not.toContain("hidden");
  });
});
