/** The name of the file in `schemas/` that has the result of a command; `silo` for no command. */
export function schemaName(command: string): string {
  return command === "" ? "silo" : command.replaceAll(" ", "-");
}
