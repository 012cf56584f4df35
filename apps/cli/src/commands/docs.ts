import { siloError } from "@silo/errors";
import { nearest } from "@silo/errors/nearest";
import type { CommandDefinition } from "../command.js";
import { docsPage, docsTopics } from "../docs-pages.js";

/** `silo docs [TOPIC]`: the pages of this version, to read or to give to a coding agent (contract C2). */
export const docs: CommandDefinition = {
  name: "docs",
  summary: "Print the guide to authoring, or another page",
  positionals: { topic: { describe: "The name of a page; default authoring", required: false } },
  options: { list: { type: "boolean", describe: "List the pages" } },
  isText: true,
  examples: [
    ["docs", "How to make a world, step by step"],
    ["docs findings", "What the findings of validate and check mean"],
    ["docs --list", "Which pages there are"],
  ],
  run(args) {
    const topics = docsTopics();
    if (args["list"] === true) {
      const pages = topics.map((topic) => ({ topic, title: titleOf(docsPage(topic)) }));
      const width = Math.max(...topics.map((topic) => topic.length));
      const lines = pages.map(({ topic, title }) => `${topic.padEnd(width)}  ${title}`);
      return Promise.resolve({ result: { pages }, text: lines.join("\n") });
    }
    const topic = String(args["topic"] ?? "authoring");
    if (!topics.includes(topic)) {
      const near = nearest(topic, topics)[0];
      const problem = `There is no page "${topic}"${near === undefined ? "" : ` (did you mean ${near}?)`}; there are: ${topics.join(", ")}.`;
      throw siloError("usage_error", { problem });
    }
    const text = docsPage(topic);
    return Promise.resolve({ result: { topic, title: titleOf(text), text }, text });
  },
};

function titleOf(page: string): string {
  return /^# (.+)$/m.exec(page)?.[1] ?? "";
}
