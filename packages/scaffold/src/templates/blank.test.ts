import { createRuntime, runTask, type SiloTask } from "@silo/runtime";
import { describe, expect, it } from "vitest";
import * as environment from "../../templates/blank/index.js";
import solution from "../../templates/blank/solutions/TASK-001.json" with { type: "json" };
import task from "../../templates/blank/tasks/TASK-001.json" with { type: "json" };

async function resultOf(calls: { tool: string; input: unknown }[]) {
  const outcome = await runTask({
    environment,
    task: task as SiloTask,
    agent: async ({ callTool }) => {
      for (const { tool, input } of calls) await callTool(tool, input);
      return { output: "" };
    },
  });
  return outcome.result;
}

const complete = (todoId: string) => ({ tool: "complete_todo", input: { todoId } });

describe("the blank template", () => {
  it("makes worlds that share nothing", () => {
    const [one, other] = [environment.createState(), environment.createState()];
    expect(one).toEqual(other);
    expect(one.todos["TODO-1"]).not.toBe(other.todos["TODO-1"]);
  });

  it("lists todos and completes one", async () => {
    const state = environment.createState();
    const { call } = createRuntime({ tools: environment.bindTools(state), state });
    expect(await call("list_todos", {})).toEqual({ todos: Object.values(state.todos) });
    expect(await call("list_todos", { done: true })).toMatchObject({ todos: [{ id: "TODO-3" }] });
    await call("complete_todo", { todoId: "TODO-1" });
    expect(state.todos["TODO-1"]?.done).toBe(true);
    await expect(call("complete_todo", { todoId: "TODO-1" })).rejects.toMatchObject({
      code: "invalid_state",
    });
    await expect(call("complete_todo", { todoId: "toString" })).rejects.toMatchObject({ code: "not_found" });
  });

  it("passes with its solution, and with nothing else", async () => {
    expect(await resultOf(solution.calls)).toMatchObject({ passed: true, reward: 1 });
    expect(await resultOf([])).toMatchObject({ passed: false, reward: 0 });
    expect(await resultOf([complete("TODO-1")])).toMatchObject({ passed: false });
    expect(await resultOf([complete("TODO-2"), complete("TODO-1")])).toMatchObject({ passed: false });
    const many = await resultOf([complete("TODO-3"), ...solution.calls]);
    expect(many).toMatchObject({ passed: true, checksFailed: 1 });
  });
});
