/** Whether a text holds no half of a surrogate pair. Node has the method; TypeScript's ES2023 does not know it yet. */
export function isWellFormed(text: string): boolean {
  return (text as unknown as { isWellFormed(): boolean }).isWellFormed();
}
