/** What stands more than once in a list. */
export function repeated(items: readonly string[]): Set<string> {
  return new Set(items.filter((item, index) => items.indexOf(item) !== index));
}
