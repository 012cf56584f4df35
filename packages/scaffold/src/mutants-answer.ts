import { otherDay } from "./mutants-argument.js";
import type { WorldEntities } from "./mutants-entities.js";

/** Another answer than that of the solution. */
export interface AnswerMutation {
  /** What was done to the answer. */
  change: string;
  answer: string;
}

/** How many ids, numbers and names of one answer are exchanged. */
const maxEach = 4;

/**
 * Answers that are not the one of the solution, each wrong in one way (contract S7). None where the solution answers
 * nothing: then the task asks for no answer.
 */
export function answerMutations(answer: string, entities: WorldEntities): AnswerMutation[] {
  if (answer.trim() === "") return [];
  return [
    { change: "empty", answer: "" },
    { change: "says nothing", answer: "I do not know." },
    ...numberMutations(answer, entities),
    ...idMutations(answer, entities),
    ...nameMutations(answer, entities),
    ...dayMutations(answer),
    ...flipped(answer),
    ...negated(answer),
  ];
}

function numberMutations(answer: string, entities: WorldEntities): AnswerMutation[] {
  const found = [...answer.matchAll(/(?<![\w.,-]|\d)-?\d+(?:,\d{3})*(?:\.\d+)?(?![\w-]|[.,]\d)/g)];
  return found
    .filter(([text]) => !entities.has(text))
    .slice(0, maxEach)
    .map(({ 0: text, index }) => {
      const other = String(Number(text.replaceAll(",", "")) + 1);
      return { change: `${text} → ${other}`, answer: replaced(answer, { index, text, other }) };
    });
}

function idMutations(answer: string, entities: WorldEntities): AnswerMutation[] {
  const ids = entities.namedIn(answer);
  const others = (id: string): string | undefined =>
    entities.othersOf(id).find((other) => !ids.includes(other));
  const exchanged = ids.slice(0, maxEach).flatMap((id) => {
    const other = others(id);
    return other === undefined
      ? []
      : [{ change: `${id} → ${other}`, answer: replaceWords(answer, id, other) }];
  });
  const last = ids.at(-1);
  const more = last === undefined ? undefined : others(last);
  const added =
    last === undefined || more === undefined
      ? []
      : [{ change: `${more} added`, answer: replaceWords(answer, last, `${last}, ${more}`) }];
  if (ids.length < 2) return [...exchanged, ...added];
  const dropped = ids
    .slice(0, maxEach)
    .map((id) => ({ change: `without ${id}`, answer: without(answer, id) }));
  return [...exchanged, ...added, ...dropped];
}

/** What a person would call a thing of the world. */
const nameFields = ["name", "title", "label"];

function nameMutations(answer: string, entities: WorldEntities): AnswerMutation[] {
  const found = new Map<string, string>();
  for (const { entities: all } of entities.collections) {
    for (const field of nameFields) {
      const named = all.map(({ value }) => value[field]).filter((name) => typeof name === "string");
      named.forEach((name, index) => {
        if (name.length < 3 || !wordPattern(name).test(answer)) return;
        const other = [...named.slice(index + 1), ...named.slice(0, index)].find(
          (candidate) => candidate !== name && !answer.includes(candidate),
        );
        if (other !== undefined && !found.has(name)) found.set(name, other);
      });
    }
  }
  // A name inside a longer one is not what was meant.
  const names = [...found].filter(
    ([name]) => ![...found.keys()].some((more) => more !== name && more.includes(name)),
  );
  return names
    .slice(0, maxEach)
    .map(([name, other]) => ({ change: `${name} → ${other}`, answer: replaceWords(answer, name, other) }));
}

function dayMutations(answer: string): AnswerMutation[] {
  return [...answer.matchAll(/(?<![\w-])\d{4}-\d{2}-\d{2}(?![\w-])/g)]
    .slice(0, maxEach)
    .flatMap(({ 0: text, index }) => {
      const other = otherDay(text);
      return other === undefined
        ? []
        : [{ change: `${text} → ${other}`, answer: replaced(answer, { index, text, other }) }];
    });
}

const opposites: Record<string, string> = { yes: "no", no: "yes", true: "false", false: "true" };

function flipped(answer: string): AnswerMutation[] {
  const match = /(?<![\p{L}\p{N}])(?:yes|no|true|false)(?![\p{L}\p{N}])/iu.exec(answer);
  if (!match) return [];
  const [text] = match;
  const plain = opposites[text.toLowerCase()] ?? "";
  const other = text[0] === text[0]?.toUpperCase() ? plain[0]?.toUpperCase() + plain.slice(1) : plain;
  return [{ change: `${text} → ${other}`, answer: replaced(answer, { index: match.index, text, other }) }];
}

/** English only, as are the negations that verifiers are helped to read. */
function negated(answer: string): AnswerMutation[] {
  if (/^\s*[[{"]/.test(answer)) return [];
  const verb = /\b(?:is|are|was|were|has|have|will|can|should|must)\b/i.exec(answer);
  const text = verb
    ? replaced(answer, { index: verb.index, text: verb[0], other: `${verb[0]} not` })
    : `Not ${answer}`;
  return [{ change: "negated", answer: text }];
}

function replaced(
  answer: string,
  { index, text, other }: { index: number; text: string; other: string },
): string {
  return answer.slice(0, index) + other + answer.slice(index + text.length);
}

function replaceWords(answer: string, word: string, other: string): string {
  return answer.replaceAll(wordPattern(word), () => other);
}

function wordPattern(word: string): RegExp {
  const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}_-])${escaped}(?![\\p{L}\\p{N}_-])`, "gu");
}

/** An item of a list goes with what sets it apart from the one before or after it. */
function without(answer: string, id: string): string {
  const { source } = wordPattern(id);
  const separator = "(?:\\s*(?:,|;|\\band\\b|&)\\s*|\\s+)";
  const first = new RegExp(`${separator}${source}|${source}${separator}|${source}`, "gu");
  return answer.replaceAll(first, "");
}
