export {
  type CommandFunction,
  type CommandKind,
  type CommandsOf,
  type KindCommand,
  type KindFault,
  type KindHost,
  type Need,
  type RecordedCommand,
} from "./command-kind.js";
