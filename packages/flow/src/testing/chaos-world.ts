import type { CommandsOf } from "../command-kind.js";
import { sql } from "../db/index.js";
import type { Flow } from "../types.js";
import type { Way } from "./chaos.js";
import type { worldUse } from "./chaos-use.js";

type World = Flow & CommandsOf<typeof worldUse>;
type More = Parameters<Way["act"]>[1];

const unreachable = (error: string): Way["effect"] => ({ error, isUnreachable: true });

function ways<Request>(
  kind: "api" | "db" | "mcp",
  act: (flow: World, request: Request, more: More) => unknown,
  cases: [string, Way["effect"], Request][],
): Way[] {
  return cases.map(([name, effect, request]) => ({
    kind,
    name,
    effect,
    act: (flow, { onError, abort }) =>
      act(flow as World, request, { abort, ...(onError && { onError }) } as never),
  }));
}

/** The commands that call out, in the ways in which they fail. */
export const worldWays: Way[] = [
  ...ways<{ profile: "gone" | "slow" | "keyless"; path: string }>(
    "api",
    (flow, request, { onError }) => flow.api("target", request, onError && { onError }),
    [
      ["a path that is not allowed", { error: "request_not_allowed" }, { profile: "gone", path: "/b" }],
      ["a service that is gone", unreachable("connection_failed"), { profile: "gone", path: "/a" }],
      ["a service that is slow", unreachable("timed_out"), { profile: "slow", path: "/a" }],
      ["a variable that is not set", { error: "variable_missing" }, { profile: "keyless", path: "/a" }],
      ["no such profile", { error: "profile_not_found" }, { profile: "none" as "gone", path: "/a" }],
    ],
  ),
  ...ways<{ profile: "gone" | "addressless"; sql: ReturnType<typeof sql> }>(
    "db",
    (flow, request, { onError }) => flow.db("target", request, onError && { onError }),
    [
      ["a server that is gone", unreachable("connection_failed"), { profile: "gone", sql: sql`select 1` }],
      [
        "a variable that is not set",
        { error: "variable_missing" },
        { profile: "addressless", sql: sql`select 1` },
      ],
      [
        "a text for a statement",
        { error: "request_not_allowed" },
        { profile: "gone", sql: "select 1" as never },
      ],
      ["no such profile", { error: "profile_not_found" }, { profile: "none" as "gone", sql: sql`select 1` }],
    ],
  ),
  ...ways<{ profile: "gone" | "narrow" | "slow" | "keyless"; tool: string }>(
    "mcp",
    (flow, request, { onError }) => flow.mcp("target", request, onError && { onError }),
    [
      ["a server that is gone", unreachable("connection_failed"), { profile: "gone", tool: "a" }],
      ["a server that is slow", unreachable("timed_out"), { profile: "slow", tool: "a" }],
      ["a tool that is not allowed", { error: "request_not_allowed" }, { profile: "narrow", tool: "a" }],
      ["a variable that is not set", { error: "variable_missing" }, { profile: "keyless", tool: "a" }],
      ["no such profile", { error: "profile_not_found" }, { profile: "none" as "gone", tool: "a" }],
    ],
  ),
  {
    kind: "api",
    name: "a limit that comes meanwhile",
    effect: { stop: "aborted" },
    act: (flow, { abort, onError }) => {
      const asking = (flow as World).api("target", { profile: "gone", path: "/a" }, onError && { onError });
      abort();
      return asking;
    },
  },
];
