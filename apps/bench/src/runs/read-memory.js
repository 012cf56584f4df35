/**
 * Memory of this process, MiB, after its garbage is collected: `heap` is what is kept.
 * @typedef {{ rss: number, heap: number }} Memory
 */

/** @returns {Memory} */
export function readMemory() {
  // Twice: what the first pass finalizes, the second one frees.
  for (let pass = 0; pass < 2; pass += 1) /** @type {() => void} */ (globalThis.gc)();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss: rss / 1_048_576, heap: heapUsed / 1_048_576 };
}
