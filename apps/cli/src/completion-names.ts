import { resolve } from "node:path";
import type { FindNames } from "./completion-candidates.js";
import { docsTopics } from "./docs-pages.js";

/** How many runs are offered, newest first: nobody picks from more. */
const maxRuns = 50;

/**
 * Finds names in the project of `cwd`, or of the `--cwd` that was typed. There are none where something is wrong with it:
 * completion is no place to say so.
 */
export function namesIn(cwd: string): FindNames {
  return async (kind, typed) => {
    if (kind === "code") return [...(await import("@silo/errors/explain")).explainedCodes];
    if (kind === "topic") return docsTopics();
    const { Silo, templates } = await import("@silo/scaffold");
    if (kind === "template") return Object.keys(templates);
    try {
      const silo = Silo.open({ cwd: resolve(cwd, typed["cwd"] ?? ".") });
      if (kind === "environment") return silo.environments.list();
      if (kind === "run") return ["latest", ...silo.runs.list({ limit: maxRuns }).map(({ runId }) => runId)];
      const environment = silo.environments.open(typed["env"]);
      return kind === "task" ? environment.tasks.ids() : environment.data.list();
    } catch {
      return [];
    }
  };
}
