/** @type {import("@silo/runtime").Agent} */
export default async function act() {
  while (true);
}
