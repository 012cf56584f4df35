import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearest } from "./nearest.js";
import { ToolNotFoundError } from "./tool-error.js";

describe("nearest", () => {
  it.each([
    ["opportunityID", ["opportunityId", "id"], ["opportunityId"]],
    ["get-ticket", ["getTicket", "get_tickets"], ["getTicket", "get_tickets"]],
    ["HTTPServer", ["http_server"], ["http_server"]],
    ["read_file", ["file_read", "file_list", "bash"], ["file_read"]],
    ["serch_web", ["web_search", "exa_search", "read_page"], ["web_search"]],
    ["stagee", ["name", "stage"], ["stage"]],
    ["naem", ["name", "mode"], ["name"]],
    ["fielsd", ["fields"], ["fields"]],
    ["central_list_sites", ["central_get_sites", "central_get_site_map", "find_tool"], ["central_get_sites"]],
    ["walk_dirwrite_file", ["walk_dir", "write_file", "bash"], ["walk_dir", "write_file"]],
    ["description", ["ticket_description", "title"], ["ticket_description"]],
    ["ids", ["id"], ["id"]],
  ])("finds for %s among %j", (name, candidates, expected) => {
    expect(nearest(name, candidates)).toEqual(expected);
  });

  it.each([
    ["task_create", ["app_create", "file_read"]],
    ["constructor", ["get_me"]],
    ["a", ["b", "c"]],
    ["to", ["do"]],
    ["mode", ["name"]],
    ["file", ["file_read", "file_list"]],
    ["", ["a"]],
    ["x", []],
  ])("rather finds nothing for %s among %j", (name, candidates) => {
    expect(nearest(name, candidates)).toEqual([]);
  });

  it("gives at most three, the best first, equally good ones in the given order", () => {
    expect(nearest("ticket", ["tickets", "tocket", "Ticket", "tickett", "ticket_"])).toEqual([
      "Ticket",
      "ticket_",
      "tickets",
    ]);
  });

  it("gives only candidates, each once, and ends for long names", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.array(fc.string({ unit: "binary" })),
        (name, candidates) => {
          const found = nearest(name, candidates);
          expect(found.length).toBeLessThanOrEqual(3);
          expect(new Set(found).size).toBe(found.length);
          for (const candidate of found) expect(candidates).toContain(candidate);
        },
      ),
    );
    expect(nearest("a".repeat(10_000_000), ["b".repeat(10_000_000)])).toEqual([]);
  });

  it("finds a name with one letter changed, left out, added or swapped", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{6,12}$/),
        fc.nat(),
        fc.constantFrom("change", "drop", "add"),
        (name, at, how) => {
          const index = at % name.length;
          const after = name.slice(how === "add" ? index : index + 1);
          const typo = name.slice(0, index) + (how === "drop" ? "" : "q") + after;
          expect(nearest(typo, ["unrelated_thing", name])).toContain(name);
        },
      ),
    );
  });
});

interface ToolNameCase {
  id: string;
  kind?: string;
  tool: string;
  tools: string[];
  mustName: string[];
  mustNotName?: string[];
}

const corpus = process.env["SILO_CORPUS"] ?? new URL("../../../../shared", import.meta.url).pathname;
const file = `${corpus}/corpus/malformed-calls.json`;
const isAbsent = !existsSync(file);

describe("tool names of the corpus of malformed calls", () => {
  if (isAbsent && process.env["SILO_REQUIRE_CORPUS"] !== "1") {
    it.skip(`needs the corpus at ${corpus}; set SILO_CORPUS`, () => {});
    return;
  }
  const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: ToolNameCase[] };
  const named = cases.filter((each) => each.kind === "tool-name");

  it("has such cases", () => expect(named.length).toBeGreaterThanOrEqual(6));

  it.each(named)("$id: $tool", ({ tool, tools, mustName, mustNotName = [] }) => {
    const { message } = new ToolNotFoundError(tool, { available: tools, nearest: nearest(tool, tools) });
    for (const name of mustName) expect(message).toContain(name);
    for (const text of mustNotName) expect(message.toLowerCase()).not.toContain(text);
  });
});
