/**
 * Waits, and returns when it is told to stop.
 * @type {import("@silo/runtime").Agent}
 */
export default async function act({ signal }) {
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  return { output: "" };
}
