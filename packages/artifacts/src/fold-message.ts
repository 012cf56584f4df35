/**
 * A message with its variable parts folded, so that two that say the same of other things are equal: `"…"` for what is
 * quoted, and `<number>`, `<id>`, `<time>`, `<duration>` and `<path>`. Blanks and line ends become one blank. Folding what
 * is folded changes nothing.
 */
export function foldMessage(message: string): string {
  return message
    .replace(/\s+/g, " ")
    .trim()
    .replace(parts, (part: string, ...[quoted, rest, duration]: (string | undefined)[]) => {
      if (quoted !== undefined) return `${quoted.charAt(0)}…${quoted.charAt(0)}`;
      if (rest !== undefined) return rest;
      return duration === undefined ? foldToken(part) : "<duration>";
    });
}

const unit = "(?:µs|ms|s|sec|seconds?|min|minutes?|h|hours?|d|days?)";

const placeholder = "<(?:number|id|time|duration|path)>";
const token = String.raw`[\p{L}\p{N}_.,:/\\~@%+-]+`;

// What is quoted, what a placeholder stands beside, a duration, or a run of characters that names, numbers and paths are
// made of. What is left of such a run beside a placeholder was read with all of it: that is why folding twice folds no further.
const parts = new RegExp(
  [
    String.raw`("(?:[^"\\]|\\.)*"|${"`[^`]*`"}|(?<![\p{L}\p{N}_>…])'[^']*'(?![\p{L}\p{N}_<…]))`,
    `((?<=${placeholder})${token}|${token}(?=${placeholder}))`,
    String.raw`(?<![\p{L}\p{N}_.,:/\\~@%+>-])([+-]?\d+(?:[.,]\d+)?[ ]?${unit}(?![\p{L}\p{N}_/\\@%+<-]))`,
    token,
  ].join("|"),
  "gu",
);

/** The marks that end a sentence or a clause stay as they are. */
function foldToken(token: string): string {
  const [, before = "", core = "", after = ""] = /^([,:]*)(.*?)([.,:]*)$/su.exec(token) ?? [];
  return before + foldCore(core) + after;
}

const path =
  /^(?:\.{0,2}[/\\]|~[/\\]|[a-z]:[/\\]|[a-z][a-z+.-]*:\/\/)[^/\\]|[/\\].*\.[a-z]\w{0,9}(?::\d+)*$/iu;
const time = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$|^\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?$/;
const number = /^[+-]?[\d.,:]*\d%?$|^[+-]?\d+(?:\.\d+)?e[+-]?\d+$/i;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const hex = /^0x[0-9a-f]+$|^(?=.*\d)[0-9a-f]{7,}$/i;

function foldCore(core: string): string {
  if (path.test(core)) return "<path>";
  if (!/\d/.test(core)) return core;
  if (time.test(core)) return "<time>";
  if (number.test(core)) return "<number>";
  if (uuid.test(core) || hex.test(core)) return "<id>";
  // A place such as rows.12.id, a name with its line, a date within a sentence: each piece by itself.
  if (/[.,:/\\@]/.test(core)) return core.replace(/[^.,:/\\@]+/gu, foldCore);
  if (/[-_]/.test(core)) return "<id>";
  return /^\p{L}+\d+$/u.test(core) ? core.replace(/\d+$/, "<number>") : "<id>";
}
