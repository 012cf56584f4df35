import { expect, it } from "vitest";
import { envelopeOf, makeDemo, silo, writeFiles } from "./run-silo.js";

const lost = `
export default async ({ callTool }) => {
  await callTool("list_todos", {});
  throw new Error("No parcel PAR-" + process.pid + " after " + process.hrtime()[1] + " ms");
};
`;

it("groups what made runs fail, in a table and in the envelope, and names what cannot be read", async () => {
  const project = await makeDemo("blank", { "lost.mjs": lost });
  const errors = (...args: string[]) => silo(["errors", ...args], { cwd: project });
  const none = await errors("--no-json");
  expect(none).toMatchObject({ exitCode: 0, stdout: "0 failures in 0 runs\n" });

  const run = ["run", "--env", "demo", "--task", "TASK-001", "--agent", "./lost.mjs", "--runs", "2"];
  const ran = envelopeOf(await silo(run, { cwd: project }));
  const [first, newest] = (ran.ok ? (ran.result as { runs: { runId: string }[] }).runs : []).map(
    ({ runId }) => runId,
  );
  writeFiles(project, { ".silo/runs/run_20200101000000_aaaa/run.json": "{" });
  const json = await errors("--json");
  expect(json.exitCode).toBe(0);
  expect(envelopeOf(json)).toMatchObject({
    result: {
      runs: 3,
      failures: 2,
      unreadable: ["run_20200101000000_aaaa"],
      groups: [
        {
          agent: "./lost.mjs",
          version: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
          resultCode: "errorInAgent",
          path: "agent",
          message: "No parcel <id> after <duration>",
          count: 2,
          first: { runId: first },
          newest: { runId: newest },
          example: expect.stringMatching(/^No parcel PAR-\d+ after \d+ ms$/) as string,
        },
      ],
    },
  });
  const { stdout } = await errors("--env", "demo", "--no-json");
  const [head, line, ...rest] = stdout.split("\n");
  expect(head).toMatch(/^COUNT +RESULT +AGENT +VERSION +PATH +NEWEST RUN +MESSAGE$/);
  expect(line).toMatch(
    new RegExp(
      `^2 +errorInAgent +./lost.mjs +[0-9a-f]{8} +agent +${newest} +No parcel <id> after <duration>$`,
    ),
  );
  expect(rest).toEqual(["2 failures of 1 kind in 2 runs", ""]);
  expect((await errors("--no-json")).stdout).toContain(
    "Warning: 1 run cannot be read: run_20200101000000_aaaa\n",
  );
  expect(envelopeOf(await errors("--env", "other"))).toMatchObject({ result: { runs: 0, groups: [] } });
});
