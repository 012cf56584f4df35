/** A thousands separator between groups of three digits, and a decimal sign that is another one. */
const grouped =
  /^[1-9]\d{0,2}(?<separator>[,.'’_ ])\d{3}(?:\k<separator>\d{3})*(?:(?!\k<separator>)[.,]\d+)?$/;
/** Groups of two digits before the last three, as in India. */
const groupedByTwo = /^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d+)?$/;
/** A code begins with a zero, a number does not. */
const plain = /^(?:0|[1-9]\d*)(?:[.,]\d+)?$/;
const singlePoint = /^\d+\.\d+$/;

/**
 * The digits of a number as JavaScript reads them ("1234.56"), from the ways in which people write them; undefined for
 * digits that are no number, such as those of a date, a version or a code. What English and another language read
 * differently is read as in English: a single point is decimal ("507.500"), a comma before three digits is not ("1,234").
 */
export function readNumeral(digits: string): string | undefined {
  const separator = grouped.exec(digits)?.groups?.["separator"];
  if (separator !== undefined && !singlePoint.test(digits)) {
    return digits.replaceAll(separator, "").replace(",", ".");
  }
  if (groupedByTwo.test(digits)) return digits.replaceAll(",", "");
  return plain.test(digits) ? digits.replace(",", ".") : undefined;
}

/** Words for powers of ten. */
const words: Record<string, number> = {
  hundred: 2,
  thousand: 3,
  million: 6,
  millions: 6,
  mn: 6,
  mln: 6,
  mio: 6,
  billion: 9,
  billions: 9,
  bn: 9,
  mrd: 9,
  trillion: 12,
  trillions: 12,
  lakh: 5,
  crore: 7,
  千: 3,
  万: 4,
  萬: 4,
  亿: 8,
  億: 8,
};

/** Letters for powers of ten. `m` and `b` are units too, and mean a power only next to a currency. */
const letters: Record<string, number> = { k: 3, K: 3, M: 6, B: 9 };
const lettersOfMoney: Record<string, number> = { ...letters, m: 6, b: 9, T: 12 };

const exponent = /^[eE](?<power>[-+]?\d{1,3})(?![\p{L}\p{N}])/u;
const timesPower = /^ ?(?:[x×*·]|\\times) ?10(?:\^|\*\*|[⁰¹²³⁴⁵⁶⁷⁸⁹⁻])/;
const scaleWord = /^(?<gap> ?)(?:(?<word>[A-Za-z]+)(?![\p{L}\p{N}])\.?(?!\p{L})|(?<sign>[千万萬亿億]))/u;
/** Where digits follow, it belongs to them: "25 $30". Emphasis may stand between: "**25** USD". */
const currencyAfter =
  /^[*_]{0,3} ?(?:\p{Sc}(?! ?\d)|(?<code>\p{Lu}{3})(?![\p{L}\p{N}]| \d)|(?:[Dd]ollars?|[Ee]uros?|[Pp]ounds?)(?!\p{L}))/u;

const currencyCodes = new Set(Intl.supportedValuesOf("currency"));

export function isCurrencyCode(code: string): boolean {
  return currencyCodes.has(code);
}

/** The power of ten that follows a number, and how many characters say so; undefined where that cannot be told. */
export function readScale(
  after: string,
  { hasCurrency }: { hasCurrency: boolean },
): { power: number; length: number } | undefined {
  if (timesPower.test(after)) return undefined;
  const scientific = exponent.exec(after);
  if (scientific) return { power: Number(scientific.groups?.["power"]), length: scientific[0].length };
  const none = { power: 0, length: 0 };
  const found = scaleWord.exec(after);
  const { gap = "", word = "", sign } = found?.groups ?? {};
  if (!found) return none;
  const length = found[0].length;
  const named = ownMember(words, sign ?? word.toLowerCase());
  if (named !== undefined) return { power: named, length };
  const money = ownMember(lettersOfMoney, word);
  if (money === undefined) return none;
  if (hasCurrency || isCurrencyNext(after.slice(length))) return { power: money, length };
  const power = gap === "" ? ownMember(letters, word) : undefined;
  return power === undefined ? undefined : { power, length };
}

/** Whether the text begins with a currency that belongs to the number before. */
export function isCurrencyNext(after: string): boolean {
  const found = currencyAfter.exec(after);
  const code = found?.groups?.["code"];
  return found !== null && (code === undefined || isCurrencyCode(code));
}

function ownMember(table: Record<string, number>, name: string): number | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
