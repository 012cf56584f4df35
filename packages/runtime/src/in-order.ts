/**
 * Makes a queue: work given to it runs one after the other, in the order given, whether the work before it succeeds
 * or fails (contract T4). Work that finds nobody before it begins at once.
 */
export function inOrder(): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let isBusy = false;
  return async (work) => {
    if (isBusy) await new Promise<void>((begin) => waiting.push(begin));
    isBusy = true;
    try {
      return await work();
    } finally {
      // Whoever comes until the next one has begun must still wait, so the queue stays busy.
      const begin = waiting.shift();
      if (begin) begin();
      else isBusy = false;
    }
  };
}
