import type { SiloTask } from "@silo/artifacts";
import { toolError } from "@silo/errors";
import { s } from "@silo/schema-validate";
import { check, optional, type SiloVerifier } from "@silo/verify";
import type { Environment } from "../src/environment.js";
import { toolsFor, type Tool } from "../src/tool.js";

/** The world that the runtime's tests act in. */
export interface Notes {
  notes: Record<string, { id: string; text: string; tags?: unknown }>;
  order: string[];
}

const defineTool = toolsFor<Notes>();

export const addNote = defineTool({
  name: "add_note",
  description: "Adds a note.",
  inputSchema: s.object({ id: s.string(), text: s.string() }),
  outputSchema: s.object({ id: s.string(), text: s.string() }),
  async run(state, { id, text }) {
    await Promise.resolve();
    if (Object.hasOwn(state.notes, id)) throw toolError("conflict", `Note ${id} exists already.`);
    const note = { id, text };
    state.notes[id] = note;
    state.order.push(id);
    return note;
  },
});

export const listNotes = defineTool({
  name: "list_notes",
  description: "Lists the notes.",
  inputSchema: s.object({}),
  effect: "read",
  run: (state) => state.notes,
});

export const wipeNotes = defineTool({
  name: "wipe_notes",
  description: "Removes all notes.",
  inputSchema: s.object({ sure: s.boolean() }),
  permissions: ["notes:read", "notes:wipe"],
  run(state) {
    state.notes = {};
    return "wiped";
  },
});

/** A tool that takes no arguments and does whatever the test says. */
export function anyTool(name: string, run: (state: Notes) => unknown): Tool<Notes> {
  return defineTool({ name, description: "Does what the test says.", inputSchema: s.object({}), run });
}

export const task: SiloTask = {
  id: "TASK-1",
  title: "Add a note",
  instruction: "Add the note B.",
  verifierId: "VER-1",
};

/** Passes where note B is there; the reward is 1 where nothing else changed. */
export const verifier: SiloVerifier<Notes> = {
  id: "VER-1",
  taskId: "TASK-1",
  name: "Note B is there",
  check: (final, initial) => [
    check("B is there", Object.hasOwn(final.notes, "B")),
    optional("A is as it was", JSON.stringify(final.notes["A"]) === JSON.stringify(initial.notes["A"])),
  ],
};

export function createNotes(): Notes {
  return { notes: { A: { id: "A", text: "first" } }, order: ["A"] };
}

export function notesWorld(...more: Tool<Notes>[]): Environment<Notes> {
  return {
    createState: createNotes,
    bindTools: () => [addNote, listNotes, wipeNotes, ...more],
    verifiers: [verifier],
  };
}
