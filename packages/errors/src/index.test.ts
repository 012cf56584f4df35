import { expect, it } from "vitest";
import * as fromJson from "./error-from-json.js";
import * as explain from "./explain/index.js";
import * as root from "./index.js";
import * as nearest from "./nearest.js";

/** What is published, by entry. A name may be added; none may be renamed or removed. */
const published = {
  root: [
    "AuthError",
    "InputError",
    "InputInvalidError",
    "InternalError",
    "InvalidDefinitionError",
    "OutputInvalidError",
    "PermissionDeniedError",
    "RuntimeError",
    "SchemaError",
    "SiloError",
    "StateError",
    "ToolError",
    "ToolNotFoundError",
    "agentText",
    "blockText",
    "defineCatalogue",
    "describeThrown",
    "errorEnvelope",
    "exitCodeOf",
    "exitCodes",
    "isCodedError",
    "isSiloError",
    "isToolError",
    "lineText",
    "renderError",
    "siloError",
    "siloErrorCodes",
    "successEnvelope",
    "toSiloError",
    "toToolErrorValue",
    "toolError",
    "tracebackOf",
  ],
  nearest: ["nearest"],
  fromJson: ["errorFromJSON"],
  explain: ["explain", "explainedCodes", "explanationOf"],
};

it("exports what is published, by name", () => {
  const exported = { root, nearest, fromJson, explain };
  const names = Object.entries(exported).map(([entry, exports]) => [entry, Object.keys(exports).sort()]);
  expect(Object.fromEntries(names)).toEqual(published);
});
