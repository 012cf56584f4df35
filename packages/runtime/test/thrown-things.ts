/** What an agent or a tool may throw: JavaScript lets it be anything. Made anew each time. */
export function thrownThings(): unknown[] {
  const throwing = (): never => {
    throw new Error("read me not");
  };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const around = new Error("around") as Error & { cause: unknown };
  around.cause = around;
  return [
    new Error("plain"),
    Object.freeze(new TypeError("frozen")),
    new AggregateError([new Error("a")], "many"),
    around,
    "a text",
    "",
    7,
    -5n,
    NaN,
    null,
    undefined,
    Symbol("s"),
    () => 1,
    { code: "not_found", message: "looks like one" },
    Object.create(null),
    Object.defineProperty(new Error("x"), "message", { get: throwing }),
    Object.defineProperty(new Error("x"), "stack", { get: throwing }),
    { toString: throwing, toJSON: throwing },
    new Proxy({}, { get: throwing, has: throwing, getPrototypeOf: throwing, ownKeys: throwing }),
    revoked.proxy,
  ];
}
