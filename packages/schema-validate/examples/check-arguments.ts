import { compileSchema, describeProblems, parseArguments } from "@silo/schema-validate";

const schema = compileSchema(
  {
    type: "object",
    properties: { ticketId: { type: "string" }, priority: { type: "string", enum: ["low", "high"] } },
    required: ["ticketId"],
  },
  { purpose: "input" },
);

function answer(text: string): string {
  const parsed = parseArguments(text);
  const problems = parsed.ok ? schema.check(parsed.value, { parsed: true }) : parsed.problems;
  return problems.length === 0 ? "fine" : describeProblems(problems, { subject: { tool: "get_ticket" } });
}

console.log(answer('{"ticketId":"T-1","priority":"high"}'));
console.log(answer('{"ticketID":"T-1","priority":"High"}'));
console.log(answer('{"ticketId":"T-1"'));
