import { isToolError } from "@silo/errors";
import { compileSchema } from "@silo/schema-validate";

try {
  compileSchema(
    {
      type: "object",
      properties: { limit: { type: "int" }, order: { $ref: "#/$defs/order" } },
      requried: ["limit"],
    },
    { purpose: "input" },
  );
} catch (error) {
  if (!isToolError(error, "INVALID_DEFINITION")) throw error;
  for (const { message } of error.findings) console.log(message);
}
