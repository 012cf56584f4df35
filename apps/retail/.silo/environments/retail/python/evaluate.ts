import { toolError } from "@silo/runtime";
import { operate, type PyNumber } from "./numbers.js";

/** How long an expression may be, in UTF-16 units, and how deep its brackets may be nested. */
const maxLength = 10_000;
const maxDepth = 200;

/** How many digits a whole number may be written with, as in Python. */
const maxDigits = 4_300;

/**
 * The value of an arithmetic expression of Python: numbers, `+ - * / // **`, signs and brackets, with Python's
 * precedence. Nothing of it is run as code. Throws `invalid_input` for what is no expression, for what Python would raise
 * an error on, and for what is too long, too deep or too large.
 */
export function evaluate(expression: string): PyNumber {
  if (expression.length > maxLength)
    throw toolError("invalid_input", `The expression is longer than ${maxLength} characters`);
  const reader = new ExpressionReader(tokensOf(expression));
  return reader.readWhole();
}

function tokensOf(expression: string): string[] {
  // A number may begin or end with its point; what is left of "1.2.3" after the first number is another one, and refused.
  return expression.match(/\d+\.?\d*|\.\d+|\*\*|\/\/|[-+*/()]|[^ ]/g) ?? [];
}

class ExpressionReader {
  readonly #tokens: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  readWhole(): PyNumber {
    const value = this.#readSum();
    if (this.#at < this.#tokens.length) throw this.#unexpected();
    return value;
  }

  #readSum(): PyNumber {
    let value = this.#readProduct();
    for (let operator = this.#take("+", "-"); operator; operator = this.#take("+", "-"))
      value = operate(operator, value, this.#readProduct());
    return value;
  }

  #readProduct(): PyNumber {
    let value = this.#readSigned();
    for (let operator = this.#take("*", "//", "/"); operator; operator = this.#take("*", "//", "/"))
      value = operate(operator, value, this.#readSigned());
    return value;
  }

  /** A sign binds less than `**` on its right: -2**2 is -4, and 2**-1 is 0.5. */
  #readSigned(): PyNumber {
    let isNegative = false;
    for (let sign = this.#take("+", "-"); sign; sign = this.#take("+", "-"))
      if (sign === "-") isNegative = !isNegative;
    const value = this.#readPower();
    return isNegative ? -value : value;
  }

  #readPower(): PyNumber {
    const base = this.#readOperand();
    if (this.#take("**") === undefined) return base;
    return operate(
      "**",
      base,
      this.#deeper(() => this.#readSigned()),
    );
  }

  #readOperand(): PyNumber {
    if (this.#take("(") !== undefined) {
      const value = this.#deeper(() => this.#readSum());
      if (this.#take(")") === undefined) throw this.#unexpected();
      return value;
    }
    const token = this.#tokens[this.#at] ?? "";
    if (!/^\.?\d/.test(token)) throw this.#unexpected();
    this.#at += 1;
    return numberOf(token);
  }

  #take<T extends string>(...wanted: T[]): T | undefined {
    const token = this.#tokens[this.#at];
    const found = wanted.find((candidate) => candidate === token);
    if (found !== undefined) this.#at += 1;
    return found;
  }

  #deeper<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > maxDepth)
      throw toolError("invalid_input", `The expression is nested deeper than ${maxDepth} levels`);
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #unexpected(): Error {
    const token = this.#tokens[this.#at];
    const found = token === undefined ? "it ends too early" : `"${token}" stands where it makes no sense`;
    return toolError("invalid_input", `This is no arithmetic expression: ${found}`);
  }
}

function numberOf(token: string): PyNumber {
  if (token.includes(".")) return Number(token);
  // Python refuses 08, since it once meant an octal number, and accepts 00.
  if (/^0+[1-9]/.test(token)) throw toolError("invalid_input", `Whole numbers do not begin with 0: ${token}`);
  if (token.length > maxDigits)
    throw toolError("invalid_input", `A whole number has more than ${maxDigits} digits`);
  return BigInt(token);
}
