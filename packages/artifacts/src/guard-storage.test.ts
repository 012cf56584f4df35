import { isSiloError, siloError } from "@silo/errors";
import { describe, expect, it } from "vitest";
import { guardStorage } from "./guard-storage.js";
import { thrownBy } from "./testing/temporary-folder.js";

const fail = (error: Error): unknown =>
  thrownBy(() =>
    guardStorage("the/file", () => {
      throw error;
    }),
  );
const system = (code: string): Error => Object.assign(new Error(code), { code });

describe("guardStorage", () => {
  it.each(["EACCES", "EPERM", "EROFS"])("takes %s for a file that may not be written", (code) => {
    const error = fail(system(code));
    expect(isSiloError(error, "file_access_denied") && error.details).toEqual({
      file: "the/file",
      action: "written",
      reason: code,
    });
  });

  it.each(["ENOSPC", "EDQUOT", "EFBIG", "EIO", "ENOTDIR"])("takes %s for a disk that failed", (code) => {
    const cause = system(code);
    const error = fail(cause);
    expect(isSiloError(error, "storage_failed") && error.details).toEqual({ file: "the/file", reason: code });
    expect((error as Error).cause).toBe(cause);
  });

  it("lets coded errors and results through", () => {
    const coded = siloError("cancelled", { what: "The run" });
    expect(fail(coded)).toBe(coded);
    expect(guardStorage("the/file", () => 7)).toBe(7);
  });
});
