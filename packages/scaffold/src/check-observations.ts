import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Observation, ProvedRun } from "@silo/runtime";
import type { FindingCode, Findings } from "./findings.js";

/** Where findings go, and where the environment is. */
export interface RunPlace {
  findings: Findings;
  folder: string;
}

interface Meaning {
  code: FindingCode;
  /** After "createState", `Tool "x"` or `Verifier "y"`. */
  says: (detail: string) => string;
  suggestion: string;
}

const derive = "Derive it from the state, so that every run is the same";

const meanings: Record<Observation["kind"], Meaning> = {
  clock: {
    code: "clock_used",
    says: (used) => `reads the clock of the machine (${used})`,
    suggestion: "Keep the time in the state",
  },
  randomness: { code: "randomness_used", says: (used) => `uses randomness (${used})`, suggestion: derive },
  network: {
    code: "network_used",
    says: (used) => `uses the network (${used}), which was refused`,
    suggestion: "Put what it answers into the data of the environment",
  },
  environment_variable: {
    code: "environment_variable_used",
    says: (used) => `reads environment variables (${used})`,
    suggestion: "Put the value into the data of the environment",
  },
  read_tool_writes: {
    code: "read_tool_writes",
    says: (places) => `is declared with effect "read" and changed ${places}; the change was undone`,
    suggestion: 'Declare effect "write", or change nothing',
  },
  verifier_mutates: {
    code: "verifier_mutates",
    says: () => "changes what it is given; in a run that is frozen, and such a verifier breaks",
    suggestion: "Copy before sorting or editing, for example with toSorted or structuredClone",
  },
  key_order: {
    code: "verifier_depends_on_key_order",
    says: (label) => `judges "${label}" in another way when the keys of the states stand in another order`,
    suggestion: "Compare by content, for example with onlyChanged, and not by JSON.stringify",
  },
  no_required_check: {
    code: "required_check_missing",
    says: () => "returned optional checks only, so that nothing decides whether a run passes",
    suggestion: "Make what the task asks for a check(…), and leave optional(…) for the rest",
  },
};

/** Turns what a run showed about the environment's code into findings. `label` says which run it was. */
export function addObservations(run: ProvedRun, label: string, { findings, folder }: RunPlace): void {
  for (const { kind, place, detail, call } of run.observations) {
    const { code, says, suggestion } = meanings[kind];
    const during = call === undefined ? "" : `, in call ${call}`;
    const [subject, file] = subjectOf(place, folder);
    // One finding for each thing that was used: where else, the next proof tells.
    const message = `${subject} ${says(detail)} (seen ${label}${during}).`;
    const at = { ...(file !== undefined && { file }), suggestion };
    findings.add(code, message, at, `${place}\0${detail}`);
  }
  for (const fault of run.toolFaults) {
    const [tool = ""] = fault.split(" ", 1);
    const suggestion = "Refuse with toolError(code, message) what the tool cannot do";
    findings.add("tool_faulty", `A tool is at fault (seen ${label}): ${fault}`, { suggestion }, tool);
  }
}

function subjectOf(place: string, folder: string): [subject: string, file?: string] {
  const [kind = "", ...rest] = place.split(".");
  const name = rest.join(".");
  if (kind === "tools") return [`Tool "${name}"`];
  if (kind !== "verifiers") return [name === "" ? kind : place];
  const file = verifierFile(folder, name);
  return file === undefined ? [`Verifier "${name}"`] : [`Verifier "${name}"`, file];
}

/** Verifiers stand in files that are called after them, as the templates have it; undefined where this one does not. */
export function verifierFile(folder: string, verifierId: string): string | undefined {
  const file = `verifiers/${verifierId}.ts`;
  return existsSync(join(folder, file)) ? file : undefined;
}
