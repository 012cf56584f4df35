/** Compares two texts by their UTF-16 code units, whatever the locale. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
