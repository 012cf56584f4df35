import { siloError } from "@silo/errors";
import type { Arguments, CommandDefinition } from "../command.js";
import { count } from "../count.js";
import { parseDuration } from "../duration.js";

/** `silo runs prune`: asks nothing, and so has no default for what goes. */
export const runsPrune: CommandDefinition = {
  name: "runs prune",
  summary: "Remove old runs; needs --keep or --older-than, and never removes a run that is being written",
  options: {
    keep: { type: "number", describe: "Remove all but this many of the newest runs" },
    "older-than": {
      type: "string",
      describe: "Remove the runs that began longer ago than this, such as 12h or 7d (s, m, h, d, w)",
    },
    "dry-run": { type: "boolean", describe: "Only say which runs would go" },
  },
  examples: [
    ["runs prune --older-than 7d --dry-run", "Which runs are older than a week"],
    ["runs prune --keep 100", "Keep the hundred newest runs"],
  ],
  async run(args, { cwd }) {
    const which = readWhich(args);
    const dryRun = args["dry-run"] === true;
    const { Silo } = await import("@silo/scaffold");
    const removed = Silo.open({ cwd }).runs.prune({ ...which, dryRun });
    const text =
      removed.length === 0
        ? "No run is to go."
        : [`${dryRun ? "Would remove" : "Removed"} ${count(removed.length, "run")}:`, ...removed].join("\n");
    return { result: { removed, dryRun }, text };
  },
};

function readWhich(args: Arguments): { keep: number } | { olderThanMs: number } {
  const { keep, "older-than": olderThan } = args;
  const usage = (problem: string): Error => siloError("usage_error", { problem });
  if ((keep === undefined) === (olderThan === undefined))
    throw usage('"silo runs prune" needs one of --keep N and --older-than TIME, such as 7d.');
  if (typeof keep === "number") {
    if (Number.isInteger(keep) && keep >= 0) return { keep };
    throw usage(`--keep must be a whole number of at least 0, received ${keep}.`);
  }
  const olderThanMs = parseDuration(String(olderThan));
  if (olderThanMs !== undefined) return { olderThanMs };
  throw usage(
    `--older-than must be a number with s, m, h, d or w, such as 7d, received "${String(olderThan)}".`,
  );
}
