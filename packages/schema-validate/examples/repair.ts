import { compileSchema, repairArguments } from "@silo/schema-validate";

const schema = compileSchema(
  { type: "object", properties: { limit: { type: "integer" } }, required: ["limit"] },
  { purpose: "input" },
);

console.log(repairArguments({ arguments: { limit: "5" } }, schema));
console.log(repairArguments({ limit: "about five" }, schema).problems.length);
