import { answerParts } from "./answer-parts.js";
import { isNegated } from "./is-negated.js";
import { numberText } from "./number-text.js";
import { isCurrencyCode, isCurrencyNext, readNumeral, readScale } from "./numeral.js";
import { isWordCharacter } from "./word-character.js";

export interface NumbersInOptions {
  /** Only numbers next to a currency, only those next to "%" or "percent", or only those next to neither. */
  only?: "money" | "percent" | "plain";
}

/**
 * The number that an answer gives (contract G4), whatever it is written as: `$25`, `25.0` and "25 %" give 25. Undefined
 * where it gives none, or several that differ; {@link numbersIn} says which.
 */
export function numberIn(answer: string, options: NumbersInOptions = {}): number | undefined {
  const numbers = numbersIn(answer, options);
  return numbers.length === 1 ? numbers[0] : undefined;
}

/**
 * The different numbers that an answer gives, in order (contract G4). Ids, dates, times, ordinals and other digits that
 * are no numbers are left out, and so are numbers that the words right before them deny. docs/verifiers.md has the
 * rules with examples.
 */
export function numbersIn(answer: string, { only }: NumbersInOptions = {}): number[] {
  const found = answerParts(answer).flatMap(({ kind, value }): FoundNumber[] => {
    if (kind === "text") return numbersInText(numberText(String(value)));
    return kind === "number" && Number.isFinite(value)
      ? [{ value: Number(value), kind: "plain", isYear: false }]
      : [];
  });
  const numbers = found.filter(({ isYear }) => !isYear);
  // "In 1987" tells when, unless it is all that the answer has.
  const stated = numbers.length > 0 ? numbers : found;
  const wanted = stated.filter((number) => only === undefined || number.kind === only);
  return [...new Set(wanted.map(({ value }) => value))];
}

interface FoundNumber {
  value: number;
  kind: "money" | "percent" | "plain";
  isYear: boolean;
}

interface Span {
  start: number;
  end: number;
}

function numbersInText(text: string): FoundNumber[] {
  return Array.from(text.matchAll(/\d+(?:[.,'’_ ]\d+)*/g), ({ 0: digits, index }) =>
    numbersInSpan(text, { start: index, end: index + digits.length }),
  ).flat();
}

/** One number, or a list of them: "507 500" is one, "10 20 30" and "1,2,3" are three. */
function numbersInSpan(text: string, span: Span): FoundNumber[] {
  const digits = text.slice(span.start, span.end);
  const numeral = readNumeral(digits);
  const whole = numeral === undefined ? undefined : readNumber(text, { span, numeral });
  if (whole !== undefined) return whole.isNegated ? [] : [whole];
  if (digits.includes(" ")) return partsOf(digits, " ", span).flatMap((part) => numbersInSpan(text, part));
  // What reads as a number and is none, such as an id, is not taken apart.
  if (numeral !== undefined || !digits.includes(",")) return [];
  return partsOf(digits, ",", span).flatMap((part) => numbersInSpan(text, part));
}

function partsOf(digits: string, separator: string, { start }: Span): Span[] {
  let position = start;
  return digits.split(separator).map((part) => {
    const span = { start: position, end: position + part.length };
    position = span.end + 1;
    return span;
  });
}

/** How far a sign, a currency, a scale or a unit may reach. */
const reach = 24;

function readNumber(
  text: string,
  { span, numeral }: { span: Span; numeral: string },
): (FoundNumber & { isNegated: boolean }) | undefined {
  const isFraction = isLeadingPoint(text, span.start) && /^\d+$/.test(numeral);
  const prefix = readPrefix(text, isFraction ? span.start - 1 : span.start);
  if (prefix === undefined) return undefined;
  const after = text.slice(span.end, span.end + reach);
  const scale = readScale(after, prefix);
  if (scale === undefined) return undefined;
  const rest = after.slice(scale.length);
  if (isPartOfMore(rest, numeral)) return undefined;
  const value = Number(`${isFraction ? "0." : ""}${numeral}e${scale.power}`);
  if (!Number.isFinite(value)) return undefined;
  const isMoney = prefix.hasCurrency || isCurrencyNext(rest);
  const kind = isMoney ? "money" : percent.test(rest) ? "percent" : "plain";
  return {
    // Not -0, which differs from 0 in comparisons of values.
    value: prefix.isNegative && value !== 0 ? -value : value,
    kind,
    isYear: kind === "plain" && scale.length === 0 && !prefix.isNegative && isYear(text, span),
    isNegated: isNegated(text, prefix.start),
  };
}

const percent = /^[*_]{0,3} ?(?:%|per ?cent(?!\p{L}))/iu;

/** ".5", but not the point of "v.5" or of "...5". */
function isLeadingPoint(text: string, start: number): boolean {
  return text[start - 1] === "." && text[start - 2] !== "." && !isWordCharacter(text[start - 2]);
}

interface Prefix {
  /** Where the number begins, with its sign and its currency. */
  start: number;
  isNegative: boolean;
  hasCurrency: boolean;
}

const currencyBefore =
  /(?<sign>[-−–]?)(?<![\p{L}\p{N}_])(?:\p{Lu}{0,3}\p{Sc}|(?<code>\p{Lu}{3})|Rs\.?|kr\.?) ?[*_]{0,3}(?<innerSign>[-−]?)$/u;

/** Undefined where what stands before the digits makes them a part of something else, such as an id. */
function readPrefix(text: string, digitsStart: number): Prefix | undefined {
  const before = text.slice(Math.max(0, digitsStart - reach), digitsStart);
  const money = currencyBefore.exec(before);
  const code = money?.groups?.["code"];
  if (money && (code === undefined || isCurrencyCode(code))) {
    const start = digitsStart - money[0].length;
    const { sign = "", innerSign = "" } = money.groups ?? {};
    const isOutside = sign !== "" && isOperand(text[start - 1]);
    return { start, isNegative: innerSign !== "" || (sign !== "" && !isOutside), hasCurrency: true };
  }
  const [own, beyond] = [text[digitsStart - 1], text[digitsStart - 2]];
  const isSign = own !== undefined && "-−–".includes(own) && !isOperand(beyond);
  if (isWordCharacter(own) || own === "#") return undefined;
  if (own !== undefined && "-−–./\\^_@&".includes(own) && isWordCharacter(beyond)) return undefined;
  if (own === ":" && isDigit(beyond)) return undefined;
  // The exponent of "1e+21"; "5+10" has two numbers.
  if (own === "+" && isWordCharacter(beyond) && !isDigit(beyond)) return undefined;
  return { start: isSign ? digitsStart - 1 : digitsStart, isNegative: isSign, hasCurrency: false };
}

/** What makes a dash behind it a range or a subtraction, and no sign. */
function isOperand(character: string | undefined): boolean {
  return isWordCharacter(character) || (character !== undefined && /[%)\]°\p{Sc}]/u.test(character));
}

const ordinal = /^(?:st|nd|rd|th)$/i;

/** Whether what follows the digits makes them a part of something else: an id, a time, a range, an ordinal. */
function isPartOfMore(rest: string, numeral: string): boolean {
  if (/^ ?[ap]\.?m\b/i.test(rest)) return true;
  const [unit = ""] = /^\p{L}{0,8}/u.exec(rest) ?? [];
  if (unit !== "" && isWordCharacter(unit[0])) {
    const isDecade = unit === "s" && /^\d{4}$/.test(numeral);
    if (unit.length > 3 || ordinal.test(unit) || isDecade) return true;
    rest = rest.slice(unit.length);
  }
  const [own, beyond] = [rest[0], rest[1]];
  if (isWordCharacter(own)) return true;
  if (own === "/" || own === ":") return isDigit(beyond);
  return own !== undefined && "-−–.\\^_@&".includes(own) && isWordCharacter(beyond);
}

const wordOfTime = /(?:^|[^\p{L}\p{N}])(?:in|since|until|till|during|year|FY|[QH][1-4]) $/iu;

function isYear(text: string, { start, end }: Span): boolean {
  if (!/^(?:19|20)\d\d$/.test(text.slice(start, end))) return false;
  return wordOfTime.test(text.slice(Math.max(0, start - reach), start));
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= "0" && character <= "9";
}
