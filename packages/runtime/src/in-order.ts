/**
 * Makes a queue: work given to it runs one after the other, in the order given, whether the work before it succeeds
 * or fails (contract T4).
 */
export function inOrder(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work, work);
    last = result.catch(() => undefined);
    return result;
  };
}
