import { describe, expect, it } from "vitest";
import { round2 } from "../.silo/environments/retail/money.js";
import { evaluate } from "../.silo/environments/retail/python/evaluate.js";
import { floatText, toFloat } from "../.silo/environments/retail/python/numbers.js";

const valueOf = (expression: string): string => floatText(toFloat(evaluate(expression)));

describe("evaluate gives what Python gives", () => {
  it.each([
    // precedence
    ["2 + 3 * 4", "14.0"],
    ["(2 + 3) * 4", "20.0"],
    ["2 - 3 - 4", "-5.0"],
    ["-2**2", "-4.0"],
    ["2**-1", "0.5"],
    ["2**3**2", "512.0"],
    ["--+-5", "-5.0"],
    ["6/2*3", "9.0"],
    // whole numbers are exact and of any size
    ["2**100 - 2**100 + 1", "1.0"],
    ["10**400 / 10**399", "10.0"],
    ["(10**17 + 1) // 10", "1e+16"],
    ["7//2", "3.0"],
    ["-7//2", "-4.0"],
    ["7//-2", "-4.0"],
    ["00", "0.0"],
    // all others are doubles
    ["0.1 + 0.2", "0.30000000000000004"],
    ["1 / 3", "0.3333333333333333"],
    ["7.5//2", "3.0"],
    ["-7.5//2", "-4.0"],
    ["0.3//0.1", "2.0"],
    ["-0.0", "-0.0"],
    ["-0", "0.0"],
    [".5 + 5.", "5.5"],
    ["9007199254740993 / 1", "9007199254740992.0"],
    ["(2**54 + 2) / 3", "6004799503160662.0"],
    ["1 / 2**1074", "5e-324"],
    // how doubles are written
    ["10**15 * 1.0", "1000000000000000.0"],
    ["10**16 * 1.0", "1e+16"],
    ["0.0001", "0.0001"],
    ["0.00001", "1e-05"],
    ["123456789012345680000", "1.2345678901234568e+20"],
  ])("%s = %s", (expression, text) => {
    expect(valueOf(expression)).toBe(text);
  });

  it.each([
    "",
    "   ",
    "()",
    "1 2",
    "1..2",
    "1.2.3",
    ".",
    "2(3)",
    "(1)(2)",
    "1 +",
    "* 2",
    "(1",
    "1)",
    "2 * * 3",
    "08",
    "1/0",
    "1//0",
    "1/0.0",
    "0**-1",
    "(-8)**0.5",
    "10.0**400",
    "1.0 * 10**400",
    "10**400 / 1",
  ])("refuses %j", (expression) => {
    expect(() => valueOf(expression)).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });

  it.each([
    ["9**9**9"],
    ["9**99999999999"],
    [`${"9".repeat(4_301)}`],
    [`${"(".repeat(300)}1${")".repeat(300)}`],
    [`1${"+1".repeat(6_000)}`],
    ["*".repeat(9_000)],
    [Array.from({ length: 40 }, () => "9**9000").join("*")],
  ])("does not work on without an end: %.20s…", (expression) => {
    expect(() => valueOf(expression)).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });

  it("takes long sums and many signs", () => {
    expect(valueOf(`1${"+1".repeat(4_000)}`)).toBe("4001.0");
    expect(valueOf(`${"-".repeat(5_000)}1`)).toBe("1.0");
    expect(valueOf("0**99999999999 + 1**99999999999 + (-1)**99999999999")).toBe("0.0");
  });
});

describe("round2 rounds the exact value, and ties to even", () => {
  it.each([
    [0.125, 0.12],
    [0.375, 0.38],
    [-0.125, -0.12],
    [2.675, 2.67],
    [1.005, 1],
    [68.92000000000004, 68.92],
    [562949953421311.9, 562949953421311.9],
    [562949953421311.125, 562949953421311.1],
    [1e21, 1e21],
    [-0.001, -0],
    [-0, -0],
    [0, 0],
    [Infinity, Infinity],
  ])("%f gives %f", (amount, rounded) => {
    expect(round2(amount)).toBe(rounded);
  });
});
