import {
  checkSchema,
  failureSchema,
  resultSchema,
  runConfigSchema,
  runSchema,
  stateDiffSchema,
  taskSchema,
  terminationReasons,
  traceEventSchema,
  verdicts,
} from "@silo/artifacts";
import { s, type JsonSchemaObject } from "@silo/schema-validate";
import { embedded } from "./embedded.js";

const count = s.integer({ minimum: 0 });
const runId = s.string({ description: "Such as run_20260915020238_9s01" });
const folder = s.string({ description: "Absolute path of the run's folder" });
const verdict = s.enumeration(verdicts);
const reward = s.nullable(s.number({ minimum: 0, maximum: 1 }), { description: "Null where it is ungraded" });
const runResult = embedded(resultSchema);
const stateDiff = s.nullable(embedded(stateDiffSchema), {
  description: "What the run changed in its world; null where nobody can say",
});
const time = s.string({ format: "date-time", description: "UTC" });
const changedSince = s.array(s.enumeration(["environment", "task", "verifier"]), {
  description: "What is another one now than when the run was made",
});

/** A value that one of two runs may lack. */
function differenceOf<S extends JsonSchemaObject>(value: S) {
  return s.object({ a: s.optional(value), b: s.optional(value) });
}

function namedDifferenceOf<S extends JsonSchemaObject>(value: S) {
  return s.object({ name: s.string(), a: s.optional(value), b: s.optional(value) });
}

const place = s.object({
  change: s.enumeration(["added", "removed", "changed"]),
  from: s.optional(s.json()),
  to: s.optional(s.json()),
});

const recordedCall = s.object({
  tool: s.string(),
  input: s.json(),
  output: s.optional(s.json()),
  isError: s.optional(s.boolean({ description: "Absent where the call was not answered" })),
});

const scalar = s.object({ field: s.string(), from: s.optional(s.json()), to: s.optional(s.json()) });

const answer = s.object({ output: s.json(), isError: s.boolean(), changed: s.array(s.string()) });

const replayDifference = s.nullable(
  s.union([
    s.object({
      at: s.literal("call"),
      callId: s.string(),
      tool: s.string(),
      input: s.json(),
      recorded: answer,
      replayed: answer,
    }),
    s.object({
      at: s.literal("end"),
      recorded: s.optional(embedded(stateDiffSchema)),
      replayed: embedded(stateDiffSchema),
    }),
  ]),
  { description: "The first thing that came out otherwise than it was recorded; null where nothing did" },
);

/** Contract E5. */
const inDetails = "Where a run is ungraded there is an error, and the same members stand in its details";

const ranResult = s.object({ runId, folder, verdict, result: runResult }, { title: "One run" });

const seriesResult = s.object(
  {
    runs: s.array(
      s.object({
        runId: s.optional(runId),
        folder: s.optional(folder),
        verdict,
        result: s.optional(runResult),
      }),
      { description: "In the order in which they began; one that could not start has a verdict alone" },
    ),
    totals: s.object({ passed: count, failed: count, ungraded: count, total: count }),
    stopped: s.optional(s.string({ description: "Why fewer runs were made than were wanted" })),
  },
  { title: "With --runs or --concurrency" },
);

const regradedResult = s.object(
  {
    runId,
    folder,
    verdict,
    result: runResult,
    recordedVerdict: s.nullable(verdict, { description: "Null where the run recorded none" }),
    difference: replayDifference,
    changedSince,
  },
  { description: inDetails },
);

/** An error as it stands in an envelope, for a run that cannot be read. */
const error = s.object({
  code: s.string(),
  category: s.enumeration(["input", "auth", "state", "runtime", "internal"]),
  message: s.string(),
  is_retryable: s.boolean(),
  suggestion: s.optional(s.record(s.json())),
  details: s.optional(s.record(s.json())),
  exit_code: s.optional(s.integer()),
  cause: s.optional(s.record(s.json())),
});

const runSummary = s.object({
  runId,
  folder,
  status: s.enumeration(["finished", "unfinished", "unreadable"], {
    description: "unfinished: it goes on or was killed; unreadable: error says why",
  }),
  startedAt: time,
  environment: s.optional(s.string()),
  taskId: s.optional(s.string()),
  agent: s.optional(
    s.object({
      path: s.nullable(s.string(), { description: "As it was given; null where it was a function" }),
      hash: s.nullable(s.string(), { description: "SHA-256 of the file, in hex" }),
    }),
  ),
  durationMs: s.optional(count),
  terminationReason: s.optional(s.enumeration(terminationReasons)),
  toolCallCount: s.optional(count),
  verdict: s.optional(verdict),
  reward: s.optional(reward),
  failure: s.optional(s.nullable(failureSchema)),
  error: s.optional(error),
});

const solution = s.object(
  { calls: s.array(s.object({ tool: s.string(), input: s.json() })), answer: s.string() },
  { title: "With --as-solution" },
);

const storedRun = s.object(
  {
    runId,
    folder,
    environment: s.optional(s.string()),
    task: s.optional(embedded(taskSchema)),
    config: s.optional(runConfigSchema),
    startedAt: s.optional(time),
    run: s.optional(embedded(runSchema)),
    result: s.optional(runResult),
    stateDiff: s.optional(embedded(stateDiffSchema)),
    trace: s.object({
      events: s.array(embedded(traceEventSchema)),
      isTorn: s.boolean({ description: "The run was killed while it wrote the last line" }),
    }),
  },
  { title: "All that a run left; what is absent was never written" },
);

const errorRun = s.object({ runId, startedAt: time });

const errorGroup = s.object({
  agent: s.nullable(s.string(), {
    description: "A flow's name; of another agent the file as it was given, null where it was a function",
  }),
  version: s.nullable(s.string(), {
    description: "A flow's version; of another agent the first eight hex digits of the file's SHA-256",
  }),
  resultCode: s.string({ description: "Such as errorInAgent or timedOut" }),
  path: s.string({ description: "Where in the run it happened" }),
  message: s.string({
    description: 'Variable parts are folded to <number>, <id>, <time>, <duration>, <path> and "…"',
  }),
  count: s.integer({ minimum: 1, description: "Runs that failed so" }),
  first: errorRun,
  newest: errorRun,
  example: s.string({ description: "The message of the newest one as it was" }),
});

/** What the commands give that run agents and look at runs. */
export const runResults = {
  run: s.union([ranResult, seriesResult], { description: inDetails }),
  "runs list": s.object({
    runs: s.array(runSummary, { description: "Newest first" }),
    hasMore: s.boolean({ description: "There are older runs" }),
  }),
  "runs show": s.union([storedRun, solution]),
  "runs diff": s.object({
    runId,
    folder,
    stateDiff,
    changes: s.nullable(
      s.object({
        scalars: s.array(scalar),
        entities: s.array(
          s.object({
            collection: s.string(),
            id: s.string(),
            change: s.enumeration(["added", "removed", "changed"]),
            fields: s.array(scalar),
          }),
        ),
      }),
      { description: "With what each place was and is; null where the run does not come out as recorded" },
    ),
    difference: replayDifference,
    changedSince,
  }),
  "runs replay": s.object({
    runId,
    folder,
    isSame: s.boolean(),
    difference: replayDifference,
    calls: s.integer({ minimum: 0, description: "Calls that were made again" }),
    skipped: s.array(s.string(), { description: "Ids of the calls that were not" }),
    stateDiff,
    changedSince,
  }),
  "runs grade": regradedResult,
  "runs prune": s.object({
    removed: s.array(s.string(), { description: "Ids, newest first" }),
    dryRun: s.boolean({ description: "They are still there" }),
  }),
  errors: s.object({
    runs: s.integer({ minimum: 0, description: "Runs that were looked at" }),
    failures: s.integer({ minimum: 0, description: "Those of them that failed" }),
    unreadable: s.array(s.string(), { description: "Ids of the runs that cannot be read" }),
    groups: s.array(errorGroup, { description: "The most frequent first, then the newest" }),
  }),
  compare: s.object(
    {
      runIds: s.object({ a: runId, b: runId }),
      isSame: s.boolean({ description: "Both did the same and ended the same" }),
      verdict: s.optional(differenceOf(verdict)),
      reward: s.optional(differenceOf(reward)),
      terminationReason: s.optional(differenceOf(s.enumeration(terminationReasons))),
      agentOutput: s.optional(differenceOf(s.string())),
      toolCalls: s.optional(differenceOf(count)),
      toolErrors: s.optional(differenceOf(count)),
      checks: s.array(namedDifferenceOf(checkSchema)),
      statePlaces: s.array(namedDifferenceOf(place)),
      firstDifferentCall: s.optional(
        s.object({
          index: s.integer({ minimum: 0, description: "From 0" }),
          differs: s.enumeration(["call", "answer"]),
          a: s.optional(recordedCall),
          b: s.optional(recordedCall),
        }),
      ),
      task: s.optional(differenceOf(s.string())),
      hashes: s.array(
        s.object({
          name: s.enumeration(["environment", "task", "verifier", "agent"]),
          a: s.optional(s.nullable(s.string())),
          b: s.optional(s.nullable(s.string())),
        }),
        { description: "Together with task and config: what the two runs were not given alike" },
      ),
      config: s.array(namedDifferenceOf(s.json())),
    },
    { description: "What is absent or empty is the same in both" },
  ),
};
