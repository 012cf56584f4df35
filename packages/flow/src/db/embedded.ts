import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { embeddedWorkerFile } from "../embedded-worker-file.js";
import { locateOptional } from "../optional-dependency.js";
import { ServiceError } from "../service-error.js";
import type { RawRows } from "./column-values.js";
import {
  statementFailure,
  timedOut,
  tooManyRows,
  type Database,
  type Statement,
  type StatementBounds,
} from "./database.js";
import { pglite } from "./db-profile.js";
import type { FromEmbedded, StartEmbedded, ToEmbedded } from "./embedded-messages.js";

export interface EmbeddedOptions {
  profile: string;
  /** SQL that it begins with. */
  setup?: string | undefined;
  /** What had been done in it before the question of a run that goes on: it is done again. */
  done: readonly Statement[];
  agentFile: string | undefined;
}

/**
 * PGlite in a thread of its own, which can be ended while a statement runs: nothing else ends one. A database that was
 * ended is made again, from its setup and what had been done in it. Its start is no part of a statement's time.
 */
export function openEmbedded(options: EmbeddedOptions): Database {
  const { profile, setup, done, agentFile } = options;
  const file = locateOptional(pglite, agentFile);
  const start: StartEmbedded = { module: pathToFileURL(file).href, template: templateOf(file) };
  const log = [...done];
  let thread: Thread | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const open = async (): Promise<Thread> => {
    const opened = startThread(start);
    thread = opened;
    const first = await opened.answered();
    if (first.type === "failed") throw statementFailure(first.problem, { profile, when: ", at its start," });
    if (setup !== undefined) {
      const answer = await opened.ask({ type: "setup", text: setup });
      if (answer.type === "failed")
        throw statementFailure(answer.problem, { profile, when: ", of its setup," });
    }
    for (const statement of log)
      await opened.ask({ type: "run", readOnly: false, maxRows: Number.MAX_SAFE_INTEGER, ...statement });
    return opened;
  };

  const end = async (): Promise<void> => {
    const ended = thread;
    thread = undefined;
    await ended?.end();
  };

  const runNext = async (
    statement: Statement,
    { readOnly, timeoutMs, maxRows, signal }: StatementBounds,
  ): Promise<RawRows> => {
    signal.throwIfAborted();
    let onAbort = (): void => undefined;
    const stop = new Promise<never>((_, reject) => (onAbort = () => reject(signal.reason as Error)));
    signal.addEventListener("abort", onAbort);
    let timer: NodeJS.Timeout | undefined;
    try {
      const opened = thread ?? (await Promise.race([open(), stop]));
      const late = new Promise<never>(
        (_, reject) => (timer = setTimeout(() => reject(timedOut(profile, timeoutMs)), timeoutMs)),
      );
      const answer = await Promise.race([
        opened.ask({ type: "run", readOnly, maxRows, ...statement }),
        late,
        stop,
      ]);
      if (answer.type === "failed") throw statementFailure(answer.problem, { profile });
      if (answer.type !== "rows") throw tooManyRows(profile, maxRows);
      log.push(statement);
      return answer.rows;
    } catch (thrown) {
      if (!isAnswer(thrown)) await end();
      throw thrown;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  };

  return {
    run: (statement, bounds) => {
      const result = last.then(() => runNext(statement, bounds));
      last = result.catch(() => undefined);
      return result;
    },
    close: end,
  };
}

/** The database said no, and is as it was before the statement. */
function isAnswer(thrown: unknown): boolean {
  return thrown instanceof ServiceError && (thrown.code === "sql_error" || thrown.code === "too_many_rows");
}

interface Thread {
  /** The next answer. */
  answered(): Promise<FromEmbedded>;
  ask(request: ToEmbedded): Promise<FromEmbedded>;
  end(): Promise<void>;
}

function startThread(workerData: StartEmbedded): Thread {
  const worker = new Worker(embeddedWorkerFile(), { workerData, stdout: true, stderr: true });
  let settle: ((answer: FromEmbedded) => void) | undefined;
  const fail = (message: string): void => settle?.({ type: "failed", problem: { message } });
  worker.on("message", (answer: FromEmbedded) => settle?.(answer));
  worker.on("error", (thrown) => fail(`its thread broke: ${thrown.message}`));
  worker.on("exit", () => fail("its thread has ended"));
  const answered = async (): Promise<FromEmbedded> => {
    worker.ref();
    try {
      return await new Promise((resolve) => (settle = resolve));
    } finally {
      settle = undefined;
      // A thread that has nothing to do keeps no process alive.
      worker.unref();
    }
  };
  return {
    answered,
    ask: (request) => {
      const answer = answered();
      worker.postMessage(request);
      return answer;
    },
    end: async () => void (await worker.terminate()),
  };
}

/** Beside the installed packages, where other caches are; one for each version of PGlite. */
function templateOf(file: string): string {
  const [root = dirname(file)] = file.split(/[\\/]node_modules[\\/]/);
  return join(root, "node_modules", ".cache", "silo", `pglite-${versionOf(dirname(file))}.tar`);
}

function versionOf(folder: string): string {
  const manifest = join(folder, "package.json");
  if (existsSync(manifest)) {
    const { name, version } = JSON.parse(readFileSync(manifest, "utf8")) as {
      name?: string;
      version?: string;
    };
    if (name === pglite.specifier) return String(version);
  }
  return dirname(folder) === folder ? "unknown" : versionOf(dirname(folder));
}
