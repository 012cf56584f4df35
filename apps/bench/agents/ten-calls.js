import { makeTenCalls } from "../src/runs/ten-calls.js";

/** @type {import("@silo/runtime").Agent} */
export default async function act({ callTool }) {
  await makeTenCalls(callTool);
  return { output: "Done." };
}
