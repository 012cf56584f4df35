import { expect, it } from "vitest";
import * as root from "./index.js";
import * as json from "./json.js";

/** What is published, by entry. A name may be added; none may be renamed or removed. */
const published = {
  root: [
    "canonicalJson",
    "changedPlaces",
    "checkSchema",
    "compareRuns",
    "conversationFormatVersion",
    "conversationSchema",
    "createFile",
    "createRunFolder",
    "describeChanges",
    "diffStates",
    "failureSchema",
    "findRun",
    "findingSchema",
    "formatRecord",
    "formatResult",
    "formatStateDiff",
    "formatVersion",
    "guardStorage",
    "hashesSchema",
    "jsonCopy",
    "listRuns",
    "makeRunId",
    "manifestSchema",
    "maxLogBytes",
    "modelStepSchema",
    "pairCalls",
    "parseJson",
    "pruneRuns",
    "readConversation",
    "readResult",
    "readRun",
    "readRunRecord",
    "readStateDiff",
    "readTrace",
    "replaceFile",
    "resultSchema",
    "runConfigSchema",
    "runSchema",
    "stateDiffSchema",
    "stepErrorSchema",
    "stepSchema",
    "taskSchema",
    "terminationReasons",
    "traceEventSchema",
    "validationReportSchema",
    "verdicts",
  ],
  json: ["canonicalJson", "jsonCopy"],
};

it.each([
  ["root", root],
  ["json", json],
] as const)("the entry %s exports what is published", (name, entry) => {
  expect(Object.keys(entry).sort()).toEqual(published[name]);
});

it("gives the same functions in both entries", () => {
  expect([json.canonicalJson, json.jsonCopy]).toEqual([root.canonicalJson, root.jsonCopy]);
});
