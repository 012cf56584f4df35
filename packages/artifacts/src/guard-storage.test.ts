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

  it.each([
    ["ENOSPC", "no space is left (ENOSPC)", "Check the free space", false],
    ["EDQUOT", "the quota of the disk is used up (EDQUOT)", "Check the free space", false],
    ["EFBIG", "EFBIG", "Check the free space", false],
    ["EIO", "EIO", "Check the free space", false],
    [
      "ENOTDIR",
      "a file stands where a folder should be (ENOTDIR)",
      "Move that file away, or choose another folder",
      false,
    ],
    [
      "EEXIST",
      "a file stands where a folder should be (EEXIST)",
      "Move that file away, or choose another folder",
      false,
    ],
    [
      "ELOCKED",
      "another process is writing here (ELOCKED)",
      "Run it again when that process has ended",
      true,
    ],
  ])("takes %s for a disk that failed, and says what it means", (code, reason, fix, isRetryable) => {
    const cause = system(code);
    const error = fail(cause);
    expect(isSiloError(error, "storage_failed") && error.details).toEqual({ file: "the/file", reason });
    expect(error).toMatchObject({ cause, suggestion: { fix }, isRetryable });
  });

  it("lets coded errors and results through", () => {
    const coded = siloError("cancelled", { what: "The run" });
    expect(fail(coded)).toBe(coded);
    expect(guardStorage("the/file", () => 7)).toBe(7);
  });
});
