import { check, defineVerifier, optional, otherChanges } from "@silo/runtime";
import type { State } from "../state.js";

const todoId = "TODO-2";

/** Grades the world that the run left, not what the agent says about it. */
export const ver001 = defineVerifier<State>({
  id: "VER-001",
  taskId: "TASK-001",
  name: "The parcel todo is done, and only that",
  check(final, initial, { trace }) {
    // By content: whatever else may differ, the order of keys included, is none of the task's business.
    const others = otherChanges(initial, final, { todos: [todoId] });
    const calls = trace.filter((event) => event.type === "tool_call").length;
    return [
      // Required: the run passes when all of these pass. The detail says what was found.
      check(
        "The todo is done",
        final.todos[todoId]?.done === true,
        `${todoId}: ${JSON.stringify(final.todos[todoId])}.`,
      ),
      check(
        "The other todos are as they were",
        others.length === 0,
        `Others that changed: ${others.join(", ") || "none"}.`,
      ),
      // Optional: counts for the reward, not for passing.
      optional("It took at most two calls", calls <= 2, `Calls: ${calls}.`),
    ];
  },
});
