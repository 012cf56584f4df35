import { s, toolError, toolsFor } from "@silo/runtime";
import { type State, todoSchema } from "../state.js";

const defineTool = toolsFor<State>();

export const completeTodo = defineTool({
  name: "complete_todo",
  description: "Marks one todo as done.",
  inputSchema: s.object({ todoId: s.string({ description: "Such as TODO-1; list_todos shows the ids" }) }),
  outputSchema: todoSchema,
  effect: "write",
  run(state, { todoId }) {
    const todo = Object.hasOwn(state.todos, todoId) ? state.todos[todoId] : undefined;
    // A refusal is something that the agent reads and acts on: say what is wrong, and what would be right.
    if (!todo) {
      throw toolError(
        "not_found",
        `There is no todo ${JSON.stringify(todoId)}; list_todos shows those that exist.`,
      );
    }
    if (todo.done) throw toolError("invalid_state", `Todo ${todoId} (${todo.title}) is done already.`);
    todo.done = true;
    return todo;
  },
});
