/** What an answer says, in its order: its text or, where it is JSON, its texts, its numbers and the names of its members. */
export interface AnswerPart {
  kind: "text" | "number" | "name";
  value: string | number;
}

/** Takes an answer apart. Only an object or an array in JSON is read as JSON (contract T6). */
export function answerParts(answer: string): AnswerPart[] {
  const parsed = /^\s*[[{]/.test(answer) ? parse(answer) : undefined;
  if (parsed === undefined) return [{ kind: "text", value: answer }];
  const parts: AnswerPart[] = [];
  // A stack of our own: an answer may be nested deeper than calls may be.
  const open: unknown[] = [parsed];
  while (open.length > 0) {
    const item = open.pop();
    if (item instanceof Name) parts.push({ kind: "name", value: item.text });
    else if (typeof item === "string") parts.push({ kind: "text", value: item });
    else if (typeof item === "number") parts.push({ kind: "number", value: item });
    else if (Array.isArray(item)) pushAll(open, item);
    else if (typeof item === "object" && item !== null) {
      pushAll(
        open,
        Object.entries(item).flatMap(([name, value]: [string, unknown]) => [new Name(name), value]),
      );
    }
  }
  return parts;
}

class Name {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** So that the first item is the next one to be taken. */
function pushAll(open: unknown[], items: unknown[]): void {
  for (let index = items.length - 1; index >= 0; index -= 1) open.push(items[index]);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
