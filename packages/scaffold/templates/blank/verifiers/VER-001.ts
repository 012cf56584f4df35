import { check, defineVerifier, optional } from "@silo/runtime";
import type { State } from "../state.js";

const todoId = "TODO-2";

/** Grades the world that the run left, not what the agent says about it. */
export const ver001 = defineVerifier<State>({
  id: "VER-001",
  taskId: "TASK-001",
  name: "The parcel todo is done, and only that",
  check(final, initial, { trace }) {
    const ids = [...new Set([...Object.keys(initial.todos), ...Object.keys(final.todos)])];
    const changed = ids.filter((id) => JSON.stringify(initial.todos[id]) !== JSON.stringify(final.todos[id]));
    const others = changed.filter((id) => id !== todoId);
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
