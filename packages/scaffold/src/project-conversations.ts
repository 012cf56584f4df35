import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  canonicalJson,
  conversationFormatVersion,
  guardStorage,
  readConversation,
  type ConversationStart,
  type StoredConversation,
} from "@silo/artifacts";
import { siloError } from "@silo/errors";
import type { RunOutcome } from "@silo/runtime";
import { names } from "./environment-files.js";
import { JsonFiles } from "./json-files.js";
import { requireSafeName } from "./safe-name.js";

/** A conversation that a run belongs to. */
export interface OpenConversation {
  /** What the run is given. */
  start: ConversationStart;
  /**
   * Moves it on, where the run succeeded, and otherwise leaves it as it was. Throws `storage_failed` where another run
   * has moved it on meanwhile, and `file_access_denied`.
   */
  save(outcome: RunOutcome): void;
}

/** The conversations of one environment, in `.silo/conversations/ENVIRONMENT/NAME.json`. */
export class ProjectConversations {
  readonly #environment: string;
  readonly #files: JsonFiles;

  constructor(project: string, environment: string) {
    this.#environment = environment;
    this.#files = new JsonFiles({
      folder: join(project, names.projectFolder, names.conversations, environment),
      kind: "a conversation",
      alreadyExists: (name) => movedOn(name, `another run has begun it`),
      notFound: (name) => movedOn(name, "its file is gone"),
    });
  }

  /**
   * The conversation of that name; one that is not there begins now. Throws `unsafe_name`, `invalid_json`,
   * `artifact_version_unsupported`, `file_access_denied`; and `usage_error` where another one differs by case only, or
   * where the run that is resumed was given another state of it: then it has moved on since.
   */
  open(name: string, resumed?: ConversationStart): OpenConversation {
    requireSafeName(name, "a conversation");
    const stored = this.#read(name);
    const { variables = {}, outputs = [] } = stored ?? {};
    const start: ConversationStart = { name, variables, outputs };
    if (resumed && canonicalJson(resumed, "a conversation") !== canonicalJson(start, "a conversation")) {
      const problem = `The conversation "${name}" has moved on since this run asked its question, so the run cannot go on; make a new one.`;
      throw siloError("usage_error", { problem });
    }
    return { start, save: (outcome) => this.#save(name, stored, outcome) };
  }

  #read(name: string): StoredConversation | undefined {
    const known = this.#files.names();
    const other = known.find((one) => one !== name && one.toLowerCase() === name.toLowerCase());
    if (other !== undefined) {
      const problem = `There is a conversation "${other}", and "${name}" differs from it by case only; use its name or another one.`;
      throw siloError("usage_error", { problem });
    }
    if (!known.includes(name)) return undefined;
    // What is read through these files is not replaced where it has changed since.
    this.#files.read(name);
    return readConversation(this.#files.file(name));
  }

  #save(name: string, stored: StoredConversation | undefined, { runId, conversation }: RunOutcome): void {
    if (conversation === undefined) return;
    const next: StoredConversation = {
      formatVersion: conversationFormatVersion,
      environment: this.#environment,
      name,
      runs: [...(stored?.runs ?? []), runId],
      ...conversation,
    };
    if (stored) return this.#files.replace(name, next);
    guardStorage(this.#files.folder, () => mkdirSync(this.#files.folder, { recursive: true }));
    this.#files.add(name, next);
  }
}

function movedOn(name: string, reason: string): Error {
  const problem = `The conversation "${name}" cannot be moved on: ${reason}. The run itself is recorded.`;
  return siloError("usage_error", { problem });
}
