const negation =
  "no|no longer|(?<!or )not|never|nor|neither|cannot|without|except|except for|excluding|other than|rather than|instead of|\\p{L}{2,6}n['’]t";
/** What may stand between a negation and what it denies. Nothing that takes it back: "not only 5" states 5. */
const filler =
  "a|an|the|at|be|by|for|from|in|of|to|with|about|actually|approximately|around|equal|exactly|quite|really|roughly|simply|yet";
/** Spaces and marks of emphasis, no line break: a "No" on the line before denies nothing here. */
const gap = "[ \\t\\u00a0*_`\"'“”‘’([]";

const negated = new RegExp(
  `(?:(?:^|[^\\p{L}\\p{N}])(?:${negation})(?:${gap}+(?:${filler})){0,3}${gap}+|(?:≠|!=)${gap}*)$`,
  "iu",
);

/** Longer than any negation with its fillers; with a bound, a long answer takes no longer a name. */
const reach = 64;

/** Whether what stands at `start` is denied by the words right before it: "not 5", "except for OPP-007". English only. */
export function isNegated(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - reach), start);
  // The cut may have made "not" of "knot".
  return negated.test(start > reach ? before.replace(/^\S*/, "") : before);
}
