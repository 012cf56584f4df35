import {
  defineCatalogue,
  errorEnvelope,
  exitCodeOf,
  exitCodes,
  nearest,
  renderError,
  successEnvelope,
} from "@silo/errors";

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

function greet(name) {
  if (name === undefined) throw errors.create("name_missing", {});
  const greeting = greetings.get(name);
  if (greeting !== undefined) return { greeting };
  const known = [...greetings.keys()];
  const near = nearest(name, known);
  throw errors.create("person_not_found", { name, found: (near.length > 0 ? near : known).join(" or ") });
}

const start = Date.now();
const meta = () => ({ tool: "greet", version: "1.0.0", duration_ms: Date.now() - start });

try {
  console.log(JSON.stringify(successEnvelope(greet(process.argv[2]), meta())));
} catch (error) {
  console.error(renderError(error));
  console.log(JSON.stringify(errorEnvelope(error, meta())));
  process.exitCode = exitCodeOf(error);
}
