import { s } from "@silo/runtime";
import data from "./data/todos.json" with { type: "json" };
import { type State, todoSchema } from "./state.js";

/** A fresh world for every run. */
export function createState(): State {
  // The imported JSON is one object for the whole process: without the copy, one run would see what another did.
  const todos = structuredClone(s.array(todoSchema).parse(data));
  return { todos: Object.fromEntries(todos.map((todo) => [todo.id, todo])) };
}
