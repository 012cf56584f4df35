import { s, toolsFor } from "@silo/runtime";
import { type State, todoSchema } from "../state.js";

const defineTool = toolsFor<State>();

export const listTodos = defineTool({
  name: "list_todos",
  // A model decides by the description whether to call the tool, and by the schema how.
  description: "Lists the todos, all of them or only those that are done, or not done.",
  inputSchema: s.object({
    done: s.optional(s.boolean({ description: "true: only done ones; false: only open ones" })),
  }),
  outputSchema: s.object({ todos: s.array(todoSchema) }),
  effect: "read",
  run(state, { done }) {
    const todos = Object.values(state.todos);
    return { todos: done === undefined ? todos : todos.filter((todo) => todo.done === done) };
  },
});
