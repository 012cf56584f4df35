/** Standard output, which belongs to data alone (contract C2). */
export interface Stdout {
  isTerminal: boolean;
  /** Resolves when the text has been handed to the system, so that ending the process cannot cut it. */
  write(text: string): Promise<void>;
}

/**
 * Takes standard output away from everything else in this process: what agents, tools and verifiers print goes to
 * standard error from now on (contract C2). A reader that went away is a quiet end.
 */
export function detachStdout(): Stdout {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout) as (text: string, done: (error?: Error | null) => void) => boolean;
  stdout.write = stderr.write.bind(stderr);
  const onError = (error: NodeJS.ErrnoException): void => {
    if (error.code !== "EPIPE") throw error;
    process.exit(process.exitCode ?? 0);
  };
  stdout.on("error", onError);
  stderr.on("error", onError);
  return {
    isTerminal: stdout.isTTY === true,
    write: (text) => new Promise((resolve) => write(text, () => resolve())),
  };
}
