import { spawn, type ChildProcess } from "node:child_process";
import { PassThrough, type Duplex, type Readable } from "node:stream";
import { processFile } from "../process-file.js";
import { withinTime } from "../within-time.js";
import { openChannel } from "./line-channel.js";
import { memoryNote, watchdogFd } from "./watchdog.js";

/** What a process of a run is for. */
export type Role = "agent" | "world";

/** How a process ended, as far as nobody in it said. */
export interface HostEnd {
  /** In words, for an author: "with exit code 3", "by the signal SIGSEGV". */
  how: string;
  isOutOfMemory: boolean;
}

/** One process, as the run sees it. */
export interface Host {
  send(message: object): void;
  pause(): void;
  resume(): void;
  /** What it sends from now on. */
  listen(onMessage: (message: object) => void): void;
  /** What it prints from now on, and has printed so far. */
  watchOutput(onText: (text: string) => void): void;
  /** Resolves when it has started and listens. */
  ready: Promise<void>;
  /** Resolves when it has ended and everything that it sent has been handed on. */
  ended: Promise<HostEnd>;
  /** Ends it, and what it started, at once. */
  kill(): void;
}

/** The descriptor of the messages, in a process of a run. */
export const channelFd = 3;

/** How long the output of a process that has ended may take to arrive, milliseconds. */
const drainMs = 1_000;

/** How much of what a process prints is kept until somebody watches, in UTF-16 units. */
const maxEarly = 2_097_152;

const living = new Set<Host>();

/** Ends every process of every run: the caller's process is about to end. */
function killHosts(): void {
  for (const host of living) host.kill();
}

/** How long a process that was killed may take to be gone, milliseconds. */
const burialMs = 5_000;

/** Ends a process, and resolves when it is gone. */
export async function endHost(host: Host): Promise<void> {
  host.kill();
  await withinTime(host.ended, burialMs);
}

/** Starts the process of an agent, a world or a proof. `memoryMb` bounds its heap, and what it takes altogether, in MiB. */
export function startHost(role: Role | "proof", { memoryMb }: { memoryMb: number }): Host {
  const file = processFile(role);
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${memoryMb}`, "--enable-source-maps", file, String(process.pid), String(memoryMb)],
    {
      stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
      // A group of its own: an interrupt on the terminal is the run's affair, and a kill takes along what it started.
      detached: true,
      windowsHide: true,
    },
  );
  if (living.size === 0) process.once("exit", killHosts);
  let listener: ((message: object) => void) | undefined;
  let misuse: string | undefined;
  let onReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (onReady = resolve));
  const early: object[] = [];
  // Where no more files can be opened, a child has no streams; it ends at once then.
  const streamAt = (fd: number): unknown =>
    (child.stdio as typeof child.stdio | undefined)?.[fd] ?? new PassThrough();
  const channel = openChannel(streamAt(channelFd) as Duplex, {
    onMessage: (message) => {
      if ("type" in message && message.type === "ready") onReady();
      else if (listener) listener(message);
      else early.push(message);
    },
    onBroken: () => {
      misuse = "written to";
      host.kill();
    },
    onEnd: () => {
      // That is also how a process ends; one that goes on can no longer be told anything.
      setTimeout(() => {
        if (!living.has(host)) return;
        misuse = "closed";
        host.kill();
      }, drainMs).unref();
    },
  });
  let notes = "";
  (streamAt(watchdogFd) as Readable).setEncoding("utf8").on("data", (text: string) => {
    if (notes.length < memoryNote.length) notes += text.slice(0, memoryNote.length);
  });
  const printed = readOutput(child);
  // Whatever it sent before it ended counts, also where it was made to wait.
  child.once("exit", channel.resume);
  const ended = endOf(child).then(({ code, signal, error }) => {
    living.delete(host);
    if (living.size === 0) process.off("exit", killHosts);
    const isAborted = signal !== null || code === 134;
    const isOutOfMemory = notes.includes(memoryNote) || (isAborted && printed.isHeapFull());
    return { how: describeEnd({ code, signal, error, misuse }), isOutOfMemory };
  });
  const host: Host = {
    send: channel.send,
    pause: channel.pause,
    resume: channel.resume,
    listen: (onMessage) => {
      listener = onMessage;
      for (const message of early.splice(0)) onMessage(message);
    },
    watchOutput: printed.watch,
    ready,
    ended,
    kill: () => {
      // The number of one that has ended may be that of another process by now.
      if (living.has(host)) killGroup(child);
    },
  };
  living.add(host);
  return host;
}

function killGroup(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // There are no groups on this system, or nothing is left of this one.
    child.kill("SIGKILL");
  }
}

interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Why it could not be started. */
  error?: Error;
}

/** Resolves when the process has ended and its pipes are read to their end. */
function endOf(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: null, signal: null, error }));
    child.once("close", (code, signal) => resolve({ code, signal }));
    child.once("exit", (code, signal) => {
      // What it left behind may hold the pipes open.
      killGroup(child);
      setTimeout(() => {
        for (const stream of child.stdio) stream?.destroy();
        resolve({ code, signal });
      }, drainMs).unref();
    });
  });
}

function describeEnd({
  code,
  signal,
  error,
  misuse,
}: Ending & { error: Error | undefined; misuse: string | undefined }): string {
  if (error !== undefined) return `before it began (${error.message})`;
  if (misuse !== undefined) return `after it had ${misuse} the pipe that belongs to Silo`;
  if (signal !== null) return `by the signal ${signal}`;
  return code === null ? "before it began" : `with exit code ${code}`;
}

/** What a process prints on either stream. */
function readOutput(child: ChildProcess): {
  watch(onText: (text: string) => void): void;
  isHeapFull(): boolean;
} {
  let onText: ((text: string) => void) | undefined;
  let early = "";
  let isHeapFull = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      if (/heap out of memory|Fatal JavaScript invalid size/.test(text)) isHeapFull = true;
      if (onText) onText(text);
      else if (early.length < maxEarly) early += text;
    });
    stream?.on("error", () => undefined);
  }
  return {
    watch: (watcher) => {
      onText = watcher;
      if (early !== "") watcher(early);
      early = "";
    },
    isHeapFull: () => isHeapFull,
  };
}
