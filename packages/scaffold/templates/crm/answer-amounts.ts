/** What looks like a number and is no amount: ids, days and times, percentages. */
const noAmounts = [
  /\b[A-Za-z]+-\d+\b/g,
  /\b\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?/g,
  /\d+(?:[.,]\d+)?\s?(?:%|percent\b|per cent\b)/gi,
];

const currency = String.raw`US\$|USD|\$|dollars?\b`;
const space = String.raw` \u00a0\u2009\u202f`;
// Groups of three digits with one separator (507,500 507.500 507 500 507'500), or digits with decimals.
const digits = String.raw`[1-9]\d{0,2}(?<separator>[${space},.'’_])\d{3}(?:\k<separator>\d{3})*(?:[.,]\d{1,2})?|\d+(?:\.\d+)?`;
const amount = new RegExp(
  String.raw`(?<![\d.,])(?<sign>[-−]?)(?<before>(?:${currency})[${space}]?)?(?<digits>${digits})(?![\d]|[.,]\d)` +
    String.raw`[${space}]?(?<scale>(?:k|thousand|m|mn|million)(?![a-z]))?[${space}]?(?<after>${currency})?`,
  "giu",
);

const scales: Record<string, number> = { k: 1e3, thousand: 1e3, m: 1e6, mn: 1e6, million: 1e6 };

/**
 * The amounts of money that an answer states, in the ways in which people write them: "$507,500", "507 500.00 USD",
 * "507.500,00", "507.5k". A bare number below 1000 counts something else (deals, days), and so does a bare year.
 */
export function amountsIn(answer: string): number[] {
  // Models that write LaTeX put the comma in braces.
  const written = answer.replaceAll("{,}", ",");
  const text = noAmounts.reduce((rest, pattern) => rest.replace(pattern, " "), written);
  return [...text.matchAll(amount)].flatMap((match) => {
    const found = match.groups ?? {};
    const scale = scales[found["scale"]?.toLowerCase() ?? ""];
    const value = toNumber(found["digits"] ?? "", found["separator"]) * (scale ?? 1);
    const isMarked = Boolean(found["before"] ?? found["after"] ?? scale);
    const isYear = /^(?:19|20)\d\d$/.test(found["digits"] ?? "");
    if (!isMarked && (value < 1000 || isYear)) return [];
    return [Math.round(value * 100) / (found["sign"] ? -100 : 100)];
  });
}

function toNumber(text: string, separator: string | undefined): number {
  if (separator === undefined) return Number(text);
  const [last = ""] = /[.,]\d{1,2}$/.exec(text) ?? [];
  const whole = text.slice(0, text.length - last.length).replaceAll(separator, "");
  return Number(whole + last.replace(",", "."));
}
