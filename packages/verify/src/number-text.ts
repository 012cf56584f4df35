const months =
  "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)";
const dayBefore = "(?<![\\p{L}\\p{N}.,])\\d{1,2}(?:st|nd|rd|th)?\\.? (?:of )?";
const dayAfter = " \\d{1,2}(?:st|nd|rd|th)?(?![\\p{L}\\p{N}]|[.,]\\d)";
const year = ",? (?:19|20)\\d\\d(?![\\p{L}\\p{N}]|[.,]\\d)";
const date = new RegExp(
  `(?:${dayBefore})?(?<!\\p{L})${months}(?!\\p{L})\\.?(?:${dayAfter})?(?:${year})?`,
  "gu",
);

const address = /(?:https?:\/\/|www\.)\S+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]+\.[\w.-]+/g;

/** Stands for what was taken out: no separator of digits, and nothing that joins words. */
const filler = ";";

/**
 * An answer without what holds digits and no numbers (addresses, dates with the name of a month, the numbering of
 * lists), and with one form for spaces, wide digits and the escapes of LaTeX.
 */
export function numberText(answer: string): string {
  const text = answer
    .replaceAll("{,}", ",")
    .replaceAll("\\,", " ")
    .replace(/\\([$%])/g, "$1")
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u00a0\u2007\u2009\u202f]/g, " ")
    .replace(address, filler)
    .replace(date, filler);
  return withoutNumbering(text);
}

/** "1. …" and "2) …" at the beginning of lines number a list where they count from 1, one by one. */
function withoutNumbering(text: string): string {
  let last = 0;
  return text.replace(
    /^([ \t>#*-]{0,16})(\d{1,3})[.)](?=[ \t]+\S)/gm,
    (marker, indent: string, digits: string) => {
      const number = Number(digits);
      if (number !== 1 && number !== last + 1) return marker;
      last = number;
      return `${indent}${filler}`;
    },
  );
}
