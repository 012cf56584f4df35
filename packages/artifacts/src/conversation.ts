import { siloError } from "@silo/errors";
import { type Infer, s } from "@silo/schema-validate";
import { makeReader, readJson, type Reader } from "./read-artifact.js";

/** Version of the form of a conversation's file; a reader refuses another major. */
export const conversationFormatVersion = "1.0";

const contents = {
  variables: s.record(s.json(), { description: "What the agents of the conversation have set" }),
  outputs: s.array(s.string(), { description: "What its runs answered, oldest first" }),
};

/** What a run was given of its conversation, as it is in `run.json`. */
export const conversationStartSchema = s.object({ name: s.string(), ...contents });

export type ConversationStart = Infer<typeof conversationStartSchema>;

/** A conversation: what goes from one successful run to the next one (contract T6). */
export const conversationSchema = s.object(
  {
    formatVersion: s.string(),
    environment: s.string(),
    name: s.string(),
    runs: s.array(s.string(), { description: "Ids of the runs that moved it on, oldest first" }),
    ...contents,
  },
  { $id: "urn:silo:conversation:1", title: "Silo conversation" },
);

export type StoredConversation = Infer<typeof conversationSchema>;

const major = conversationFormatVersion.split(".")[0];
let reader: Reader<StoredConversation> | undefined;

/**
 * The conversation in `file`, valid against its schema but for members that it does not know; undefined where there is
 * no such file. Throws `invalid_json`, `artifact_version_unsupported`, `file_access_denied`.
 */
export function readConversation(file: string): StoredConversation | undefined {
  const source = readJson(file);
  if (source === undefined) return undefined;
  const found = (source.value as { formatVersion?: unknown } | null)?.formatVersion;
  if (typeof found === "string" && found.split(".")[0] !== major)
    throw siloError("artifact_version_unsupported", { file, found, supported: `${major}.x` });
  return (reader ??= makeReader(conversationSchema))(source.value, source);
}
