import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldMessage } from "./fold-message.js";

describe("foldMessage", () => {
  it.each([
    ["There is no todo OPP-005; list_todos shows them.", "There is no todo <id>; list_todos shows them."],
    [
      "The agent did not finish within its time limit of 120000 ms.",
      "The agent did not finish within its time limit of <duration>.",
    ],
    ["Timed out after 2s, tried 3 times", "Timed out after <duration>, tried <number> times"],
    [
      "Could not evaluate the Python expression at main.commands.var: 'phone'",
      "Could not evaluate the Python expression at main.commands.var: '…'",
    ],
    ["the agent's file can't be read", "the agent's file can't be read"],
    ['"stage" must be one of "won", "lost"', '"…" must be one of "…", "…"'],
    ["ENOENT: /home/ada/a b.txt", "ENOENT: <path> b.txt"],
    ["in src/agent.ts:12:5 and C:\\work\\agent.ts", "in <path> and <path>"],
    ["and/or, read/write", "and/or, read/write"],
    ["GET https://example.org/a?b=1 gave 404", "GET <path>?b=<number> gave <number>"],
    ["rows.0..999.id is required", "rows.<number>..<number>.id is required"],
    ["at 2026-09-15T02:02:38.161Z, 12:30", "at <time>, <time>"],
    ["run_20260915020238_9s01 and 550e8400-e29b-41d4-a716-446655440000", "<id> and <id>"],
    ["commit 3f2a91c0 of 0xdeadbeef, the facade", "commit <id> of <id>, the facade"],
    ["step3 of utf8", "step<number> of utf<number>"],
    ["1,234.5 of 99% and -3e-5", "<number> of <number> and <number>"],
    ["two  lines\n\tand one ", "two lines and one"],
    ["", ""],
  ])("%j is %j", (message, folded) => {
    expect(foldMessage(message)).toBe(folded);
  });

  it("changes nothing in what is folded, whatever that was", () => {
    const pieces = fc.constantFrom(
      ..."\"'`<>…\\/.,:;-_@%+~ \n(){}[]=#".split(""),
      ...[
        "5",
        "12",
        "ms",
        " s",
        "a",
        "É",
        "OPP-005",
        "0x1f",
        "C:\\",
        "http://",
        "<number>",
        "3f2a91c0",
        "can't",
      ],
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(pieces).map((all) => all.join("")),
        ),
        (text) => {
          const folded = foldMessage(text);
          expect(foldMessage(folded)).toBe(folded);
        },
      ),
      { numRuns: 3000 },
    );
  });

  const word = fc
    .stringMatching(/^[a-z]{2,9}$/)
    .filter((text) => !/^(ms|min|sec|seconds?|minutes?|hours?|days?)$/.test(text));
  const digits = fc.integer({ min: 0, max: 1e9 }).map(String);
  const slots = {
    number: fc.oneof(
      digits,
      fc.float({ noNaN: true, noDefaultInfinity: true, min: 0, max: 1e6 }).map((n) => n.toFixed(2)),
    ),
    duration: fc
      .tuple(digits, fc.constantFrom("ms", " ms", "s", " s", " seconds", "h"))
      .map((both) => both.join("")),
    id: fc.oneof(
      fc.tuple(fc.stringMatching(/^[A-Z]{2,6}$/), digits).map((both) => both.join("-")),
      fc.uuid(),
      fc
        .stringMatching(/^[0-9a-f]{8,40}$/)
        .filter((text) => /\d/.test(text) && /^\d*[a-f][0-9a-f]*$/.test(text) && !/^\d+e\d+$/.test(text)),
    ),
    quoted: fc.string().map((text) => JSON.stringify(text)),
    path: fc
      .array(fc.stringMatching(/^[\w-]{1,8}$/), { minLength: 1, maxLength: 5 })
      .map((names) => `/${names.join("/")}`),
    time: fc
      .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
      .map((date) => date.toISOString()),
  };
  type Slot = keyof typeof slots;
  const kinds = fc.constantFrom(...(Object.keys(slots) as Slot[]));
  const fill = (words: string[], values: string[]): string =>
    words.map((text, index) => `${text} ${values[index] ?? ""}`).join(" ");
  const filled = (of: Slot[]): fc.Arbitrary<string[]> => fc.tuple(...of.map((kind) => slots[kind]));
  const messages = fc.array(fc.tuple(word, kinds), { minLength: 1, maxLength: 6 }).chain((parts) => {
    const of = parts.map(([, kind]) => kind);
    return fc.record({ words: fc.constant(parts.map(([text]) => text)), a: filled(of), b: filled(of) });
  });

  it("makes two messages equal that differ in variable parts alone", () => {
    fc.assert(
      fc.property(messages, ({ words, a, b }) => {
        expect(foldMessage(fill(words, a))).toBe(foldMessage(fill(words, b)));
      }),
    );
  });

  it("leaves two messages different that differ in a word", () => {
    fc.assert(
      fc.property(messages, word, fc.nat(), ({ words, a, b }, other, at) => {
        const changed = words.with(at % words.length, other);
        fc.pre(changed.join(" ") !== words.join(" "));
        expect(foldMessage(fill(words, a))).not.toBe(foldMessage(fill(changed, b)));
      }),
    );
  });
});
