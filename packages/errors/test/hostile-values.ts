import fc from "fast-check";

/** Values that break code which formats whatever it is handed. Made anew each time, since some change when they are read. */
export function hostileValues(): unknown[] {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const cycle: Record<string, unknown> = { name: "cycle" };
  cycle["self"] = cycle;
  const throwing = (): never => {
    throw new Error("read me not");
  };
  const causeCycle = new Error("around") as Error & { cause?: unknown };
  causeCycle.cause = new Error("and around", { cause: causeCycle });
  return [
    revoked.proxy,
    new Proxy({}, { get: throwing, has: throwing, ownKeys: throwing, getPrototypeOf: throwing }),
    new Proxy({ a: 1 }, { getOwnPropertyDescriptor: throwing }),
    new Proxy(new Error("inside"), {}),
    new Proxy([1, 2, 3], { get: throwing }),
    cycle,
    causeCycle,
    Object.defineProperty({}, "secret", { get: throwing, enumerable: true }),
    Object.defineProperty(new Error("x"), "message", { get: throwing }),
    Object.defineProperty(new Error("x"), "stack", { get: throwing }),
    Object.defineProperty(new Error("x"), "name", { value: Symbol("name") }),
    Object.assign(new Error("x"), { code: 7, message: 7n }),
    { toJSON: throwing, toString: throwing, [Symbol.toPrimitive]: throwing },
    {
      get [Symbol.toStringTag]() {
        return throwing();
      },
    },
    Object.create(null),
    Object.assign(Object.create(null), { a: 1 }),
    10n ** 5000n,
    -5n,
    NaN,
    -Infinity,
    -0,
    undefined,
    null,
    Symbol("s"),
    () => 1,
    class A {},
    new Date(NaN),
    new Date(0),
    new Map([[1, 2]]),
    new Set([1]),
    new Uint8Array(1_000_000),
    new Array(1_000_000),
    Array.from({ length: 100_000 }, (_, index) => ({ id: index })),
    "a".repeat(10_000_000),
    { ["k".repeat(10_000_000)]: 1 },
    "\u{1F600}".repeat(10_000),
    "\uD800",
    "a\uDC00b",
    "safe\u202Eevil\u2066\u200B\uFEFF",
    "\u001B[31mred\u001B[0m\u009B2J\u0007",
    "line\nbreak\r\u2028\u2029\u0085",
    "\u{E0041}\u{E0042}",
    JSON.parse('{"__proto__":{"polluted":true},"constructor":1}'),
    deepArray(100_000),
    new AggregateError([new Error("a")], "many"),
  ];
}

function deepArray(depth: number): unknown {
  let value: unknown = [];
  for (let index = 0; index < depth; index += 1) value = [value];
  return value;
}

/** Anything that JavaScript can throw or hand over. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: true,
      withNullPrototype: true,
      withBoxedValues: true,
    }),
  },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
  { weight: 1, arbitrary: fc.array(fc.string({ unit: "binary" }), { maxLength: 30 }) },
);

/** Every character that may not reach a line of text unescaped, by code point and so apart from the code under test. */
export function unsafeCharacters(text: string): string[] {
  return Array.from(text).filter((character) => {
    const point = character.codePointAt(0)!;
    return (
      point < 0x20 ||
      (point >= 0x7f && point <= 0x9f) ||
      point === 0xad ||
      point === 0x61c ||
      (point >= 0x200b && point <= 0x200f) ||
      (point >= 0x2028 && point <= 0x202e) ||
      (point >= 0x2060 && point <= 0x206f) ||
      (point >= 0xd800 && point <= 0xdfff) ||
      point === 0xfeff ||
      (point >= 0xe0000 && point <= 0xe0fff)
    );
  });
}
