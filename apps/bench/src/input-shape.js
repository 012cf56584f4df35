import { z } from "zod";

/** `inputSchema` for the libraries that take Zod. */
export const inputShape = z.strictObject({
  leadId: z.string().min(1),
  stage: z.enum(["new", "contacted", "qualified", "won", "lost"]),
  amount: z.number().min(0),
});
