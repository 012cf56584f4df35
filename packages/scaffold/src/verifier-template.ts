import { codeText, stateImport, textProperty } from "./code-text.js";

export interface VerifierTemplate {
  id: string;
  identifier: string;
  taskId: string;
  name: string;
  state: { type: string; module: string };
}

/** The module of a verifier that compiles, and passes no run until it is implemented (contract S4). */
export function verifierTemplate({ id, identifier, taskId, name, state }: VerifierTemplate): string {
  const taken = ["check", "defineVerifier", identifier];
  const type = stateImport(state.type, { module: state.module, taken });
  return `import { check, defineVerifier } from "@silo/runtime";
${type.line}

export const ${identifier} = defineVerifier<${type.name}>({
${textProperty("id", id)}
${textProperty("taskId", taskId)}
${textProperty("name", name)}
  check(_finalState, _initialState, _context) {
    return [
      check(
        "The verifier is implemented",
        false,
        ${codeText(`verifiers/${id}.ts still has the check that it was made with.`)},
      ),
    ];
  },
});
`;
}
