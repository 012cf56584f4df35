/** Writes text that comes in pieces from many places as whole lines, each with a mark of the place that it came from. */
export class PrefixLines {
  readonly #write: (text: string) => void;
  readonly #begun = new Map<string, string>();

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  add(mark: string, text: string): void {
    const lines = ((this.#begun.get(mark) ?? "") + text).split("\n");
    this.#begun.set(mark, lines.pop() ?? "");
    if (lines.length > 0) this.#write(lines.map((line) => `${mark} ${line}\n`).join(""));
  }

  /** Writes what was begun and not ended by a new line. */
  end(): void {
    for (const [mark, text] of this.#begun) if (text !== "") this.#write(`${mark} ${text}\n`);
    this.#begun.clear();
  }
}
