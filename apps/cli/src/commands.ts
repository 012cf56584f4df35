import type { CommandDefinition } from "./command.js";
import { check } from "./commands/check.js";
import { compare } from "./commands/compare.js";
import { envList } from "./commands/env-list.js";
import { envValidate } from "./commands/env-validate.js";
import { explainCommand } from "./commands/explain.js";
import { init } from "./commands/init.js";
import { run } from "./commands/run.js";
import { runsDiff } from "./commands/runs-diff.js";
import { runsGrade } from "./commands/runs-grade.js";
import { runsList } from "./commands/runs-list.js";
import { runsPrune } from "./commands/runs-prune.js";
import { runsReplay } from "./commands/runs-replay.js";
import { runsShow } from "./commands/runs-show.js";

/** Every command of `silo`, in the order of the help (contract C1). */
export const commands: readonly CommandDefinition[] = [
  init,
  run,
  check,
  runsList,
  runsShow,
  runsDiff,
  runsReplay,
  runsGrade,
  runsPrune,
  compare,
  envList,
  envValidate,
  explainCommand,
];
