import { toolError } from "@silo/runtime";

/** A number as Python has it: whole ones are exact and of any size, all others are doubles. */
export type PyNumber = bigint | number;

/** The largest whole number that is worked with, in bits: what no sum of money needs is refused and not waited for. */
const maxBits = 32_768;

type Operator = "+" | "-" | "*" | "/" | "//" | "**";

/** `left operator right` with Python's results. Throws `invalid_input` where Python would raise an error. */
export function operate(operator: Operator, left: PyNumber, right: PyNumber): PyNumber {
  if (typeof left === "bigint" && typeof right === "bigint")
    return bounded(operateWhole(operator, left, right));
  return operateFloat(operator, toFloat(left), toFloat(right));
}

function operateWhole(operator: Operator, left: bigint, right: bigint): PyNumber {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return divide(left, notZero(right));
    case "//":
      return floorDivide(left, notZero(right));
    case "**":
      return right < 0n ? power(toFloat(left), toFloat(right)) : powerWhole(left, right);
  }
}

function operateFloat(operator: Operator, left: number, right: number): number {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / notZero(right);
    case "//":
      return floorDivideFloat(left, notZero(right));
    case "**":
      return power(left, right);
  }
}

function notZero<T extends PyNumber>(divisor: T): T {
  if (Number(divisor) === 0) throw toolError("invalid_input", "The expression divides by zero");
  return divisor;
}

function bounded(value: PyNumber): PyNumber {
  if (typeof value === "bigint" && bitsOf(value) > maxBits) throw tooLarge();
  return value;
}

function powerWhole(base: bigint, exponent: bigint): bigint {
  // Before it is worked out: 9**9**9 has 370 million digits. Powers of 0, 1 and -1 stay small.
  if (base >= -1n && base <= 1n) return base ** (exponent % 2n === 0n && exponent > 0n ? 2n : exponent % 2n);
  if (BigInt(bitsOf(base) - 1) * exponent > BigInt(maxBits)) throw tooLarge();
  return base ** exponent;
}

function power(base: number, exponent: number): number {
  if (base === 0 && exponent < 0)
    throw toolError("invalid_input", "The expression raises zero to a negative power");
  // 1 to any power is 1 in Python, also where the exponent is no number.
  const result = base === 1 ? 1 : base ** exponent;
  if (base < 0 && Number.isFinite(base) && Number.isFinite(exponent) && !Number.isInteger(exponent))
    throw toolError("invalid_input", "The value of the expression is a complex number");
  if (!Number.isFinite(result) && Number.isFinite(base) && Number.isFinite(exponent)) throw tooLarge();
  return result;
}

function floorDivide(left: bigint, right: bigint): bigint {
  const quotient = left / right;
  return left % right !== 0n && left < 0n !== right < 0n ? quotient - 1n : quotient;
}

/** The quotient without its fraction, found over the remainder as Python does, so that no rounding reaches it. */
function floorDivideFloat(left: number, right: number): number {
  const remainder = left % right;
  let quotient = (left - remainder) / right;
  if (remainder !== 0 && remainder < 0 !== right < 0) quotient -= 1;
  if (quotient === 0) return left / right < 0 || Object.is(left / right, -0) ? -0 : 0;
  const floor = Math.floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}

/** The double that is nearest to the quotient of two whole numbers, however large they are. */
function divide(left: bigint, right: bigint): number {
  const isNegative = left < 0n !== right < 0n;
  const [above, below] = [absolute(left), absolute(right)];
  // 66 bits of the quotient and one that says whether anything follows them: rounded once, to the nearest.
  const shift = Math.max(0, 66 - bitsOf(above) + bitsOf(below));
  const scaled = above << BigInt(shift);
  const quotient = ((scaled / below) << 1n) | (scaled % below === 0n ? 0n : 1n);
  // In two steps, since one power of two may be too small for a double.
  const half = Math.floor((shift + 1) / 2);
  const value = Number(quotient) / 2 ** half / 2 ** (shift + 1 - half);
  if (!Number.isFinite(value)) throw tooLarge();
  return isNegative ? -value : value;
}

/** A number as a double. Throws `invalid_input` where it is too large for one. */
export function toFloat(value: PyNumber): number {
  const float = Number(value);
  if (typeof value === "bigint" && !Number.isFinite(float)) throw tooLarge();
  return float;
}

/** A double as Python writes it: with a point or an exponent always, an exponent from 1e+16 and below 1e-04. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  const [digits = "", exponentText = "0"] = value.toExponential().split("e");
  const exponent = Number(exponentText);
  if (value !== 0 && (exponent < -4 || exponent >= 16)) {
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return `${digits}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  // Between these bounds JavaScript writes no exponent but for what is below 1e-06, which is excluded.
  const text = Object.is(value, -0) ? "-0" : String(value);
  return text.includes(".") ? text : `${text}.0`;
}

function bitsOf(value: bigint): number {
  return absolute(value).toString(2).length;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function tooLarge(): Error {
  return toolError("invalid_input", "A number in the expression is too large");
}
