import { withinTime } from "../within-time.js";
import type { Host, HostEnd } from "./host.js";
import type { FromWorld } from "./messages.js";
import { fromWire } from "./wire-fault.js";

/** The process of a world has ended, or was ended because it did not answer. */
export class WorldGone {
  /** In words: how it ended, or that it did not answer in time. */
  readonly how: string;
  readonly isLate: boolean;
  constructor(how: string, isLate: boolean) {
    this.how = how;
    this.isLate = isLate;
  }
}

interface Pending {
  resolve: (value: unknown) => void;
  reject: (fault: unknown) => void;
  onNoticed?: (() => void) | undefined;
}

export interface CallOptions {
  /** Without it, there is no limit. Milliseconds. */
  timeoutMs?: number | undefined;
  /** How long the process may take to notice the call at all, milliseconds. */
  noticeMs?: number | undefined;
  /** The process says so of a call that it is at: of `open`, that `createState` is done. */
  onNoticed?: (() => void) | undefined;
}

/** Calls into the process of a world. One that is not answered in time ends the process: nobody knows what it does. */
export class WorldCalls {
  readonly #host: Host;
  readonly #pending = new Map<number, Pending>();
  #ids = 0;
  #gone: WorldGone | undefined;
  /** What the world left behind and nobody awaited: it is told to whoever calls next. */
  #broken: unknown;

  constructor(host: Host, memoryMb: number) {
    this.#host = host;
    host.listen((message) => this.#receive(message as FromWorld));
    void host.ended.then((end) => this.#bury(new WorldGone(describe(end, memoryMb), false)));
  }

  /** Calls that have no answer yet. */
  get open(): number {
    return this.#pending.size;
  }

  /** The process has ended, or is being ended. */
  get isGone(): boolean {
    return this.#gone !== undefined;
  }

  /** What the method gives. Rejects with what it threw, or with `WorldGone`. */
  async call<T>(
    method: string,
    params: unknown,
    { timeoutMs, noticeMs, onNoticed }: CallOptions = {},
  ): Promise<T> {
    if (this.#gone) throw this.#gone;
    if (this.#broken !== undefined) throw this.#broken;
    const id = ++this.#ids;
    let noticeTimer: NodeJS.Timeout | undefined;
    const answer = new Promise<unknown>((resolve, reject) => {
      const noticed = (): void => {
        clearTimeout(noticeTimer);
        onNoticed?.();
      };
      this.#pending.set(id, { resolve, reject, onNoticed: noticed });
    });
    if (noticeMs !== undefined) noticeTimer = setTimeout(() => this.#giveUp(noticeMs), noticeMs);
    this.#host.send({ id, method, params });
    try {
      if (timeoutMs === undefined) return (await answer) as T;
      const answered = await withinTime(answer, timeoutMs);
      if (answered) return answered.value as T;
      this.#giveUp(timeoutMs);
      throw this.#gone as unknown;
    } finally {
      clearTimeout(noticeTimer);
      this.#pending.delete(id);
    }
  }

  #giveUp(ms: number): void {
    this.#bury(new WorldGone(`It did not answer within ${ms} ms.`, true));
    this.#host.kill();
  }

  #receive(message: FromWorld): void {
    if (!("id" in message)) return;
    if (message.id === 0 && "fault" in message) {
      this.#broken = fromWire(message.fault);
      for (const { reject } of this.#pending.values()) reject(this.#broken);
      return;
    }
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    if ("noticed" in message) pending.onNoticed?.();
    else if ("fault" in message) pending.reject(fromWire(message.fault));
    else pending.resolve(message.value);
  }

  #bury(gone: WorldGone): void {
    this.#gone ??= gone;
    for (const { reject } of this.#pending.values()) reject(this.#gone);
  }
}

function describe({ how, isOutOfMemory }: HostEnd, memoryMb: number): string {
  return isOutOfMemory ? `Its process ran out of memory (${memoryMb} MiB).` : `Its process ended ${how}.`;
}
