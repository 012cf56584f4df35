import { availableParallelism } from "node:os";
import { endHost, startHost, type Host, type Role } from "./host.js";

/**
 * Starts the processes of runs, ahead where it is told that some will be needed, and at most as many at once as there
 * are cores: a burst of starts would only slow itself down.
 */
export class HostPool {
  readonly #memoryMb: Readonly<Record<Role, number>>;
  readonly #ahead: Record<Role, Promise<Host>[]> = { agent: [], world: [] };
  readonly #waiting: (() => void)[] = [];
  #free = availableParallelism();

  constructor(memoryMb: Readonly<Record<Role, number>>) {
    this.#memoryMb = memoryMb;
  }

  /** Starts a process for later. */
  ahead(role: Role): void {
    this.#ahead[role].push(this.#start(role));
  }

  /** A process that is ready. */
  take(role: Role): Promise<Host> {
    return this.#ahead[role].shift() ?? this.#start(role);
  }

  /** Ends the processes that nobody took. */
  async close(): Promise<void> {
    const left = [...this.#ahead.agent.splice(0), ...this.#ahead.world.splice(0)];
    await Promise.all(left.map(async (starting) => endHost(await starting)));
  }

  async #start(role: Role): Promise<Host> {
    if (this.#free === 0) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#free -= 1;
    const host = startHost(role, { memoryMb: this.#memoryMb[role] });
    // Whoever takes it finds out that it has ended.
    await Promise.race([host.ready, host.ended]);
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
    return host;
  }
}
