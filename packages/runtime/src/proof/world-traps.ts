import { AsyncLocalStorage } from "node:async_hooks";
import crypto from "node:crypto";
import dgram from "node:dgram";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import type { Observation } from "./proved-run.js";

export type TrapKind = Extract<
  Observation["kind"],
  "clock" | "randomness" | "network" | "environment_variable"
>;

/** Told what the author's code used. */
export type TrapListener = (kind: TrapKind, used: string) => void;

const author = new AsyncLocalStorage<TrapListener>();

/** Runs code of the author's, whatever it awaits included; `listener` is told what it uses of the outer world. */
export function watched<T>(listener: TrapListener, work: () => T): T {
  return author.run(listener, work);
}

function see(kind: TrapKind, used: string): boolean {
  const listener = author.getStore();
  listener?.(kind, used);
  return listener !== undefined;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyFunction = (...args: any[]) => unknown;

/**
 * Sets the traps on clock, randomness, network and environment variables of this process, before any code of the
 * author's is loaded. They see only what runs inside `watched`. Clock, randomness and variables work as before; the
 * network is refused, since a proof makes hundreds of runs. The process is never the caller's: nothing is put back.
 */
export function setTraps(): void {
  freeConsole();
  trapClock();
  trapRandomness();
  trapNetwork();
  trapVariables();
  // `import { randomUUID } from "node:crypto"` must see the traps too.
  syncBuiltinESMExports();
}

/** What prints looks at environment variables by itself, for colours; that is none of the author's doing. */
function freeConsole(): void {
  const methods = console as unknown as Record<string, unknown>;
  for (const [name, method] of Object.entries(methods)) {
    if (typeof method !== "function") continue;
    const print = method.bind(console) as AnyFunction;
    methods[name] = (...args: unknown[]) => author.exit(() => print(...args));
  }
}

function trapClock(): void {
  const RealDate = Date;
  wrap(RealDate, "now", "clock", "Date.now");
  const TrappedDate = new Proxy(RealDate, {
    apply: (target, self, args) => {
      see("clock", "Date()");
      return Reflect.apply(target, self, args) as unknown;
    },
    construct: (target, args, newTarget) => {
      if (args.length === 0) see("clock", "new Date()");
      return Reflect.construct(target, args, newTarget) as object;
    },
  });
  RealDate.prototype.constructor = TrappedDate;
  globalThis.Date = TrappedDate;
  wrap(Object.getPrototypeOf(performance) as object, "now", "clock", "performance.now");
  const { bigint } = process.hrtime;
  wrap(process, "hrtime", "clock", "process.hrtime");
  process.hrtime.bigint = bigint;
  wrap(process.hrtime, "bigint", "clock", "process.hrtime.bigint");
}

function trapRandomness(): void {
  wrap(Math, "random", "randomness", "Math.random");
  // Its `getRandomValues` cannot be replaced, and goes to the one of the web, below.
  for (const name of [
    "pseudoRandomBytes",
    "randomBytes",
    "randomFill",
    "randomFillSync",
    "randomInt",
    "randomUUID",
  ])
    wrap(crypto, name, "randomness", `crypto.${name}`);
  const web = Object.getPrototypeOf(globalThis.crypto) as object;
  for (const name of ["getRandomValues", "randomUUID"]) wrap(web, name, "randomness", `crypto.${name}`);
}

function trapNetwork(): void {
  wrap(net.Socket.prototype, "connect", "network", "net.connect");
  wrap(net.Server.prototype, "listen", "network", "net.listen");
  const datagram = dgram.Socket.prototype;
  for (const name of ["bind", "connect", "send"]) wrap(datagram, name, "network", `dgram.${name}`);
  for (const module of [dns, dns.promises]) {
    for (const name of Object.keys(module).filter((key) => /^(lookup|resolve|reverse)/.test(key)))
      wrap(module, name, "network", `dns.${name}`);
  }
  for (const name of ["fetch", "WebSocket", "EventSource"]) wrap(globalThis, name, "network", name);
}

/** Puts a trap before a function or a class; one that this Node does not have is passed over. */
function wrap(holder: object, name: string, kind: TrapKind, used: string): void {
  const original = (holder as Record<string, unknown>)[name];
  if (typeof original !== "function") return;
  const before = (): void => {
    if (see(kind, used) && kind === "network")
      throw new Error(`${used} was refused: a world must not use the network.`);
  };
  const trapped = new Proxy(original as AnyFunction, {
    apply: (target, self, args) => {
      if (used !== "fetch") before();
      else if (author.getStore()) return refusedFetch(before);
      return Reflect.apply(target, self, args);
    },
    construct: (target, args, newTarget) => {
      before();
      return Reflect.construct(target, args, newTarget) as object;
    },
  });
  Object.defineProperty(holder, name, { value: trapped, configurable: true, writable: true });
}

/** `fetch` never throws at once. */
async function refusedFetch(before: () => void): Promise<never> {
  before();
  throw new Error("fetch was refused.");
}

function trapVariables(): void {
  const variables = process.env;
  process.env = new Proxy(variables, {
    get: (target, name, receiver) => {
      if (typeof name === "string") see("environment_variable", `process.env.${name}`);
      return Reflect.get(target, name, receiver) as unknown;
    },
    has: (target, name) => {
      if (typeof name === "string") see("environment_variable", `process.env.${name}`);
      return Reflect.has(target, name);
    },
    ownKeys: (target) => {
      see("environment_variable", "process.env");
      return Reflect.ownKeys(target);
    },
  });
}
