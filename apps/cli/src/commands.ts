import type { CommandDefinition } from "./command.js";
import { check } from "./commands/check.js";
import { compare } from "./commands/compare.js";
import { completionOf } from "./commands/completion.js";
import { dataAdd } from "./commands/data-add.js";
import { dataList } from "./commands/data-list.js";
import { dataRemove } from "./commands/data-remove.js";
import { dataShow } from "./commands/data-show.js";
import { dataUpdate } from "./commands/data-update.js";
import { docs } from "./commands/docs.js";
import { envList } from "./commands/env-list.js";
import { envRemove } from "./commands/env-remove.js";
import { envShow } from "./commands/env-show.js";
import { envValidate } from "./commands/env-validate.js";
import { errors } from "./commands/errors.js";
import { explainCommand } from "./commands/explain.js";
import { flowCheck } from "./commands/flow-check.js";
import { init } from "./commands/init.js";
import { run } from "./commands/run.js";
import { runsDiff } from "./commands/runs-diff.js";
import { runsGrade } from "./commands/runs-grade.js";
import { runsList } from "./commands/runs-list.js";
import { runsPrune } from "./commands/runs-prune.js";
import { runsReplay } from "./commands/runs-replay.js";
import { runsShow } from "./commands/runs-show.js";
import { taskAdd } from "./commands/task-add.js";
import { taskList } from "./commands/task-list.js";
import { taskRemove } from "./commands/task-remove.js";
import { taskShow } from "./commands/task-show.js";
import { taskUpdate } from "./commands/task-update.js";
import { toolAdd } from "./commands/tool-add.js";
import { toolList } from "./commands/tool-list.js";
import { toolShow } from "./commands/tool-show.js";
import { verifierAdd } from "./commands/verifier-add.js";
import { verifierList } from "./commands/verifier-list.js";
import { verifierShow } from "./commands/verifier-show.js";

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
  errors,
  envList,
  envShow,
  envValidate,
  envRemove,
  dataList,
  dataShow,
  dataAdd,
  dataUpdate,
  dataRemove,
  taskList,
  taskShow,
  taskAdd,
  taskUpdate,
  taskRemove,
  toolList,
  toolShow,
  toolAdd,
  verifierList,
  verifierShow,
  verifierAdd,
  flowCheck,
  explainCommand,
  docs,
  completionOf(() => commands),
];
