import { answerParts } from "./answer-parts.js";
import { isNegated } from "./is-negated.js";
import { isWordCharacter } from "./word-character.js";

/**
 * Whether an answer names something: a person, a company, an id (contract G4). Case, accents of Latin letters, the form
 * of apostrophes, and hyphen or space do not count; it must be whole words, not part of another word or id, and not be
 * denied by the words right before it, everywhere it stands. In JSON, numbers and the names of members count too. An empty name is
 * never mentioned. docs/verifiers.md has the rules with examples.
 */
export function mentions(answer: string, name: string): boolean {
  const wanted = fold(name)
    .replaceAll("-", " ")
    .replace(/^ | ?\.? ?$/g, "");
  if (wanted === "") return false;
  return answerParts(answer).some(({ value }) => isNamedIn(fold(String(value)), wanted));
}

function isNamedIn(text: string, wanted: string): boolean {
  const spaced = text.replaceAll("-", " ");
  let start = spaced.indexOf(wanted);
  while (start !== -1) {
    const end = start + wanted.length;
    if (!isPartOfMore(text, start, end) && !isNegated(text, start)) return true;
    start = spaced.indexOf(wanted, start + 1);
  }
  return false;
}

/** One form for all ways to write the same name. A hyphen stays, so that it can be told what belongs together. */
function fold(text: string): string {
  return (
    text
      .normalize("NFKD")
      .replace(/(\p{Script=Latin})[\u0300-\u036f]+/gu, "$1")
      .normalize("NFKC")
      // Zero width characters, bidirectional marks and soft hyphens cannot be seen.
      .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, "")
      .replace(/[‘’ʼ`´]/g, "'")
      .replace(/[\u2010\u2011\u2212]/g, "-")
      .replace(/[–—―]/g, " ")
      .replace(/[\s-]+/g, (run) => (/\s/.test(run) ? " " : "-"))
      // Upper case first: it turns "ß" to "SS", as in names in capitals.
      .toUpperCase()
      .toLowerCase()
      .replaceAll("ς", "σ")
  );
}

/** What joins two words to one longer name, where a letter or digit stands on either side. */
const joiners = "-_.@&'";

function isPartOfMore(text: string, start: number, end: number): boolean {
  const [first, last] = [text[start], text[end - 1]];
  return (
    (isWordCharacter(first) && isJoined(first, text[start - 1], text[start - 2])) ||
    (isWordCharacter(last) && !isPossessive(text, end) && isJoined(last, text[end], text[end + 1]))
  );
}

function isJoined(own: string | undefined, next: string | undefined, beyond: string | undefined): boolean {
  if (isWordCharacter(next)) return true;
  if (next === "," && isDigit(own) && isDigit(beyond)) return true;
  return next !== undefined && joiners.includes(next) && isWordCharacter(beyond);
}

function isPossessive(text: string, end: number): boolean {
  return text.startsWith("'s", end) && !isWordCharacter(text[end + 2]);
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= "0" && character <= "9";
}
