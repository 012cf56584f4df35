import { type Infer, s } from "@silo/runtime";

// A schema gives the TypeScript type, checks the data, and describes the output of tools: written once, here.
export const todoSchema = s.object({
  id: s.string(),
  title: s.string(),
  done: s.boolean(),
});

export type Todo = Infer<typeof todoSchema>;

/** The world: everything that tools can see and change. Records by id, so that differences name the record. */
export type State = {
  todos: Record<string, Todo>;
};
