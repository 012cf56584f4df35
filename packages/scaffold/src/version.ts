import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};

/** The version of this package, which is also the version of its templates (contract S6). */
export const version: string = manifest.version;
