import { isCodedError, siloError } from "@silo/errors";

/**
 * Runs `work`, which writes `file`, and turns what the disk refuses into `file_access_denied` or `storage_failed`.
 * Coded errors pass as they are.
 */
export function guardStorage<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (isCodedError(cause)) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = code ?? message;
    if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
      throw siloError("file_access_denied", { file, action: "written", reason }, { cause });
    }
    throw siloError("storage_failed", { file, reason }, { cause });
  }
}
