#!/usr/bin/env node
import { readFileSync } from "node:fs";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};

// Answered before anything else is loaded, so that it costs little more than starting Node.
const [first, ...others] = process.argv.slice(2);
if (first === "--version" && others.length === 0) {
  process.stdout.write(`${version}\n`);
} else {
  const { runCli } = await import("./run-cli.js");
  await runCli(process.argv.slice(2), version);
}
