/** What `work` settles to, or undefined where it has not within `ms`; it is then left to itself. Rejects as it does. */
export async function withinTime<T>(work: T | PromiseLike<T>, ms: number): Promise<{ value: T } | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([Promise.resolve(work).then((value) => ({ value })), limit]);
  } finally {
    clearTimeout(timer);
  }
}
