import type { CommandDefinition } from "./command.js";
import { envList } from "./commands/env-list.js";
import { envValidate } from "./commands/env-validate.js";
import { explainCommand } from "./commands/explain.js";
import { init } from "./commands/init.js";
import { run } from "./commands/run.js";

/** Every command of `silo`, in the order of the help (contract C1). */
export const commands: readonly CommandDefinition[] = [init, run, envList, envValidate, explainCommand];
