import type { Tool } from "@silo/runtime";
import type { State } from "../state.js";
import { completeTodo } from "./complete-todo.js";
import { listTodos } from "./list-todos.js";

/** What agents can do. A file in this folder is no tool of the world until it stands here. */
export const tools: Tool<State>[] = [listTodos, completeTodo];
