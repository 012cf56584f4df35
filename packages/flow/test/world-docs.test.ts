import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import orderLookup from "../agents/order-lookup.js";
import stock from "../agents/stock.js";
import sum from "../agents/sum.js";
import weather from "../agents/weather.js";
import { play } from "../src/testing/host.js";
import { startRudeServer, type RudeServer } from "../src/testing/rude-server.js";

const page = readFileSync(new URL("../../../docs/flow-world.md", import.meta.url), "utf8");
const blocks = [...page.matchAll(/<!-- file: ([\w-]+)\.ts -->\n\n```ts\n([\s\S]*?)```/g)].map(
  ([, name = "", text = ""]) => ({ name, text }),
);
const real = globalThis.fetch;
let server: RudeServer;

beforeAll(async () => {
  server = await startRudeServer();
});
afterAll(() => server.close());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** The services of the samples are those of the server, at paths below `prefix`. */
function serve(prefix = ""): void {
  vi.stubEnv("WEATHER_TOKEN", "sesame");
  vi.stubGlobal("fetch", (url: URL, init: RequestInit) =>
    real(`${server.url}${prefix === "" ? url.pathname + url.search : prefix}`, init),
  );
}

describe("docs/flow-world.md", () => {
  it("has the samples as they are run", () => {
    expect(blocks.map(({ name }) => name)).toEqual(["weather", "order-lookup", "stock", "sum"]);
    for (const { name, text } of blocks)
      expect(text).toBe(readFileSync(new URL(`../agents/${name}.ts`, import.meta.url), "utf8"));
  });

  it("gives the forecast, and what became of it where there is none", async () => {
    serve();
    const whole = await play(weather);
    expect(whole.answer?.output).toEqual({ city: "Berlin", degrees: 21 });
    expect(server.asked).toContain("GET /forecast/Berlin?units=metric");
    serve("/status/500");
    expect((await play(weather)).answer?.output).toBe("The weather service answered 500.");
    serve("/reset/now");
    const broken = await play(weather);
    expect(broken.answer?.output).toBe("No forecast for Berlin right now: connection_failed");
    expect(broken.reports).toContainEqual(
      expect.objectContaining({ type: "failure", path: "main.forecast", code: "connection_failed" }),
    );
    expect(broken.reports).toContainEqual(expect.objectContaining({ type: "step", command: "log" }));
    expect(JSON.stringify([whole, broken])).not.toContain("sesame");
  });

  it("gives the order, and `unknown` where an error has left the function", async () => {
    serve("/forecast/Berlin");
    expect((await play(orderLookup)).answer?.output).toEqual({ city: "Berlin", degrees: 21 });
    serve("/reset/now");
    expect((await play(orderLookup)).answer?.output).toBe("unknown");
  });

  it("finds what is missing in the stock", async () => {
    expect((await play(stock)).answer?.output).toEqual(["nut"]);
  });

  it("gets a sum from a server", async () => {
    const programs = fileURLToPath(new URL("../node_modules/.bin", import.meta.url));
    vi.stubEnv("PATH", `${programs}:${process.env["PATH"] ?? ""}`);
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const { answer } = await play(sum);
    written.mockRestore();
    expect(answer?.output).toBe("The sum of 2 and 3 is 5.");
  });
});
