import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { PGlite } from "@electric-sql/pglite";
import type { FromEmbedded, StartEmbedded, ToEmbedded } from "./db/embedded-messages.js";

const { module, template } = workerData as StartEmbedded;

/** Texts go in and out as they are: what they mean is the same for every database. */
const serializers = new Proxy({}, { get: () => (value: string) => value });
const asText = (text: string): string => text;

/** A new database takes seconds to make, and a copy of one that was never used takes a part of that. */
async function create(): Promise<PGlite> {
  const loaded = (await import(module)) as { PGlite?: typeof PGlite; default?: { PGlite: typeof PGlite } };
  const Embedded = (loaded.PGlite ?? loaded.default?.PGlite) as typeof PGlite;
  const copy = await readFile(template).catch(() => undefined);
  if (copy) {
    try {
      return await Embedded.create({ loadDataDir: new Blob([copy]) });
    } catch {
      // Torn, or of another make.
      await rm(template, { force: true });
    }
  }
  const fresh = await Embedded.create();
  await keep(await fresh.dumpDataDir("none")).catch(() => undefined);
  return fresh;
}

async function keep(dump: Blob): Promise<void> {
  const part = `${template}.${process.pid}.${Date.now()}`;
  await mkdir(dirname(template), { recursive: true });
  try {
    await writeFile(part, Buffer.from(await dump.arrayBuffer()));
    await rename(part, template);
  } catch (cause) {
    await rm(part, { force: true });
    throw cause;
  }
}

async function answer(database: PGlite, request: ToEmbedded): Promise<FromEmbedded> {
  if (request.type === "setup") {
    await database.exec(request.text);
    return { type: "done" };
  }
  const { text, values, readOnly, maxRows } = request;
  await database.exec(readOnly ? "begin read only" : "begin");
  try {
    const parsers = Object.fromEntries(Object.keys(database.parsers).map((type) => [type, asText]));
    const { fields, rows, affectedRows } = await database.query<(string | null)[]>(text, values, {
      rowMode: "array",
      parsers,
      serializers,
    });
    if (rows.length > maxRows) {
      await database.exec("rollback");
      return { type: "more" };
    }
    await database.exec("commit");
    const columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
    return { type: "rows", rows: { columns, rows, rowCount: affectedRows || rows.length } };
  } catch (thrown) {
    await database.exec("rollback");
    throw thrown;
  }
}

function problemOf(thrown: unknown): Extract<FromEmbedded, { type: "failed" }>["problem"] {
  const { message, code, position, constraint, hint } = thrown as Record<string, string | undefined>;
  return { message: message ?? String(thrown), code, position, constraint, hint };
}

const send = (message: FromEmbedded): void => parentPort?.postMessage(message);

const opened = create();
opened.then(
  () => send({ type: "done" }),
  (thrown: unknown) => send({ type: "failed", problem: problemOf(thrown) }),
);
parentPort?.on("message", (request: ToEmbedded) => {
  void opened
    .then((database) => answer(database, request))
    .then(send, (thrown: unknown) => send({ type: "failed", problem: problemOf(thrown) }));
});
