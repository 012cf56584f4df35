import progress from "cli-progress";

/** How far the proof of an environment's tasks is (contract C5), on standard error. */
export interface ProofProgress {
  update(done: number, tasks: number): void;
  end(): void;
}

/** A bar on a terminal, and nothing elsewhere. It begins with the first task that is proved. */
export function startProofProgress(isWatched: boolean): ProofProgress {
  if (!isWatched) return { update: () => undefined, end: () => undefined };
  const bar = new progress.SingleBar(
    {
      format: "{bar} {value} of {total} tasks proved",
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
      // A process that is about to end must not be kept by the bar.
      gracefulExit: false,
    },
    progress.Presets.shades_classic,
  );
  return {
    update: (done, tasks) => {
      if (!bar.isActive) bar.start(tasks, 0);
      bar.update(done);
    },
    end: () => bar.stop(),
  };
}
