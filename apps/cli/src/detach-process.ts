/** Standard output, which belongs to data alone (contract C2). */
export interface Stdout {
  isTerminal: boolean;
  /** Resolves when the text has been handed to the system, so that ending the process cannot cut it, or nobody reads it. */
  write(text: string): Promise<void>;
}

export interface DetachedProcess {
  stdout: Stdout;
  /** Ends the process; nobody else can. */
  exit(code: number): never;
}

/**
 * Takes standard output and the end of the process away from everything else in it. What agents, tools and verifiers
 * print goes to standard error (contract C2), and an agent that ends "its" process has thrown (T9): otherwise a run
 * would end without a verdict, and with exit code 0. Where a reader goes away, what is begun is done all the same, and the
 * exit code is that of what was done: `silo run … | head -1` must not take a run that failed for one that passed.
 */
export function detachProcess(): DetachedProcess {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout) as (text: string, done: () => void) => boolean;
  const exit = process.exit.bind(process) as (code: number) => never;
  stdout.write = stderr.write.bind(stderr);
  process.exit = (code) => {
    throw new Error(`process.exit(${code ?? ""}) was called: return, or throw an error, to end`);
  };
  const onError = (error: NodeJS.ErrnoException): void => {
    if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") throw error;
  };
  stdout.on("error", onError);
  stderr.on("error", onError);
  return {
    stdout: {
      isTerminal: stdout.isTTY === true,
      write: (text) => new Promise((resolve) => write(text, () => resolve())),
    },
    exit,
  };
}
