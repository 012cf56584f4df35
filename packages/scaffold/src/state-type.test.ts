import ts from "typescript";
import { describe, expect, it } from "vitest";
import { exportedTypes, stateTypeAmong } from "./state-type.js";

describe("the state type", () => {
  it.each<[string, string | undefined]>([
    ["export type State = { n: number };", "State"],
    ["export interface State { n: number }", "State"],
    ["export class State {}", "State"],
    ["type State = 1; export type { State };", "State"],
    ["type World = 1; export { type World as State };", "State"],
    ['export type { State } from "./world.js";', "State"],
    ['import type { State } from "./world.js"; export { State };', "State"],
    ["export type CrmState = 1; export type Lead = 1;", "CrmState"],
    ["export type State = 1; export type LeadState = 1;", "State"],
    ["export type LeadState = 1; export type DealState = 1;", undefined],
    ["type State = 1;", undefined],
    ["export const State = 1;", undefined],
    ["export default interface State {}", undefined],
    ["export type State<T> = T;", undefined],
    ["export type State<T = 1> = T;", "State"],
    ["export type World = 1;", undefined],
    ["const State = 1; export { State };", undefined],
    ['// export type State = 1;\nexport const text = "export type State = 1;";', undefined],
    ["", undefined],
  ])("of %j is %s", (text, type) => {
    expect(stateTypeAmong(exportedTypes(ts, text))).toBe(type);
  });

  it("may be elsewhere where everything of a module is exported", () => {
    expect(exportedTypes(ts, 'export * from "./world.js";')).toEqual({ types: [], isOpen: true });
    expect(exportedTypes(ts, 'export * as world from "./world.js";').isOpen).toBe(false);
  });
});
