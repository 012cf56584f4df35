import { codeText, stateImport, textProperty } from "./code-text.js";

export interface ToolTemplate {
  /** As agents call it. */
  name: string;
  identifier: string;
  description: string;
  state: { type: string; module: string };
}

/** The module of a tool that compiles, and refuses every call until it is implemented (contract S4). */
export function toolTemplate({ name, identifier, description, state }: ToolTemplate): string {
  const taken = ["defineTool", "s", "toolError", "toolsFor", identifier];
  const type = stateImport(state.type, { module: state.module, taken });
  return `import { s, toolError, toolsFor } from "@silo/runtime";
${type.line}

const defineTool = toolsFor<${type.name}>();

export const ${identifier} = defineTool({
${textProperty("name", name)}
${textProperty("description", description)}
  inputSchema: s.object({}),
  run(_state, _input) {
    throw toolError(
      "not_implemented",
      ${codeText(`The tool ${name} is not implemented yet; do not call it again.`)},
    );
  },
});
`;
}
