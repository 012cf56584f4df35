const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const textToken = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const space = /[ \t\n\r]*/y;

/** Thrown inside, to leave the nesting. */
class Fault {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Says where and why a text is not one JSON value. For texts that `JSON.parse` has refused; offsets count from 0. */
export function findJsonFault(text: string): string {
  const scanner = new Scanner(text);
  try {
    scanner.value(0);
    scanner.skipSpace();
  } catch (fault) {
    if (fault instanceof Fault) return fault.text;
    return "it is nested too deep";
  }
  const { offset } = scanner;
  if (offset === text.length) return "it cannot be read";
  return /["[{\dtfn-]/.test(text[offset] ?? "")
    ? `a second value begins at offset ${offset}; send one value only`
    : `unexpected ${characterText(text, offset)} after the value, at offset ${offset}`;
}

function characterText(text: string, offset: number): string {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  return /^[\x21-\x7e]$/.test(character)
    ? `'${character}'`
    : `character U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;
}

class Scanner {
  readonly #text: string;
  offset = 0;

  constructor(text: string) {
    this.#text = text;
  }

  skipSpace(): void {
    this.#take(space);
  }

  value(depth: number): void {
    this.skipSpace();
    const character = this.#text[this.offset];
    if (character === "{") this.#members(depth);
    else if (character === "[") this.#items(depth);
    else if (character === '"') this.#string();
    else if (!this.#take(scalar)) throw this.#unexpected("a value");
  }

  #members(depth: number): void {
    const start = this.offset++;
    this.skipSpace();
    if (this.#eat("}")) return;
    do {
      this.skipSpace();
      if (this.#text[this.offset] !== '"') throw this.#unexpected("a name in double quotes", start, "object");
      this.#string();
      this.skipSpace();
      if (!this.#eat(":")) throw this.#unexpected("':'", start, "object");
      this.value(depth + 1);
      this.skipSpace();
    } while (this.#eat(","));
    if (!this.#eat("}")) throw this.#unexpected("',' or '}'", start, "object");
  }

  #items(depth: number): void {
    const start = this.offset++;
    this.skipSpace();
    if (this.#eat("]")) return;
    do {
      this.value(depth + 1);
      this.skipSpace();
    } while (this.#eat(","));
    if (!this.#eat("]")) throw this.#unexpected("',' or ']'", start, "array");
  }

  #string(): void {
    const start = this.offset;
    if (this.#take(textToken)) return;
    const end =
      /^"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/.exec(this.#text.slice(start))?.[0]
        .length ?? 1;
    const at = start + end;
    if (at >= this.#text.length)
      throw new Fault(`the text ends inside of the string that begins at offset ${start}`);
    throw new Fault(
      this.#text[at] === "\\"
        ? `unknown escape in a string at offset ${at}`
        : `line break or control character in a string at offset ${at}; write it as an escape`,
    );
  }

  #eat(character: string): boolean {
    if (this.#text[this.offset] !== character) return false;
    this.offset++;
    return true;
  }

  #take(token: RegExp): boolean {
    token.lastIndex = this.offset;
    const found = token.exec(this.#text);
    if (!found) return false;
    this.offset += found[0].length;
    return true;
  }

  #unexpected(wanted: string, start?: number, kind?: string): Fault {
    if (this.offset >= this.#text.length) {
      return new Fault(
        start === undefined
          ? `the text ends at offset ${this.offset}, where ${wanted} is wanted`
          : `the text ends inside of the ${kind} that begins at offset ${start}`,
      );
    }
    return new Fault(
      `unexpected ${characterText(this.#text, this.offset)} at offset ${this.offset}, where ${wanted} is wanted`,
    );
  }
}
