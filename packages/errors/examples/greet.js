import {
  AuthError,
  defineCatalogue,
  errorEnvelope,
  exitCodeOf,
  exitCodes,
  renderError,
  RuntimeError,
  successEnvelope,
} from "@silo/errors";
import { nearest } from "@silo/errors/nearest";

const errors = defineCatalogue({
  name_missing: {
    category: "input",
    exitCode: exitCodes.usage,
    isRetryable: false,
    meaning: "Nobody was named",
    message: "It is not said whom to greet.",
    suggestion: { action: "fix", fix: "Name somebody", example: "greet Alice" },
  },
  person_not_found: {
    category: "state",
    exitCode: exitCodes.state,
    isRetryable: false,
    meaning: "There is nobody of that name",
    message: 'There is no "{name}" here.',
    suggestion: { action: "check", fix: "Try {found}" },
  },
});

const greetings = new Map([
  ["Alice", "Hello, Alice!"],
  ["Björn", "Hej, Björn!"],
]);

function greet(names) {
  if (names.length === 0) throw errors.create("name_missing", {});
  if (names.length > 3) {
    // A code without an entry in the catalogue is thrown with its class.
    throw new RuntimeError({
      code: "too_many_names",
      message: `At most 3 are greeted at a time, not ${names.length}.`,
      isRetryable: true,
      exitCode: exitCodes.rate_limited,
      details: { names: names.length, max: 3 },
    });
  }
  return names.map(greetingOf);
}

function greetingOf(name) {
  if (name === "root") {
    throw new AuthError({
      code: "not_root",
      message: "Only root may greet root.",
      suggestion: { action: "escalate", fix: "Ask root to do it" },
    });
  }
  const greeting = greetings.get(name);
  if (greeting !== undefined) return greeting;
  const known = [...greetings.keys()];
  const near = nearest(name, known);
  throw errors.create("person_not_found", { name, found: (near.length > 0 ? near : known).join(" or ") });
}

const start = Date.now();
const meta = () => ({ tool: "greet", version: "1.0.0", duration_ms: Date.now() - start });

try {
  console.log(JSON.stringify(successEnvelope({ greetings: greet(process.argv.slice(2)) }, meta())));
} catch (error) {
  console.error(renderError(error));
  console.log(JSON.stringify(errorEnvelope(error, meta())));
  process.exitCode = exitCodeOf(error);
}
