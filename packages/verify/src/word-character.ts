/** Letters, their marks, and digits, of the scripts that put something between words. */
const inWord =
  /^(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Thai})[\p{L}\p{M}\p{N}]/u;

/** Whether a character joins a neighbour to one word; the beginning and the end of a text do not. */
export function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && inWord.test(character);
}
