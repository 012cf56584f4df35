/** @type {import("@silo/runtime").Agent} */
export default async function act({ callTool }) {
  return callTool("loop", {});
}
