import { isCodedError, siloError, type Suggestion } from "@silo/errors";

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
    if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
      throw siloError("file_access_denied", { file, action: "written", reason: code }, { cause });
    }
    const { says, ...options } = refusals[code ?? ""] ?? {};
    const reason = says === undefined ? (code ?? message) : `${says} (${code})`;
    throw siloError("storage_failed", { file, reason }, { cause, ...options });
  }
}

interface Refusal {
  says: string;
  /** That of the catalogue, which is about a full disk, where it is left out. */
  suggestion?: Suggestion;
  isRetryable?: boolean;
}

const fileInTheWay: Refusal = {
  says: "a file stands where a folder should be",
  suggestion: { action: "fix", fix: "Move that file away, or choose another folder" },
};

/** What the system's codes mean, where a person could not know it or has to do something else than to make room. */
const refusals: Partial<Record<string, Refusal>> = {
  ENOSPC: { says: "no space is left" },
  EDQUOT: { says: "the quota of the disk is used up" },
  ENOTDIR: fileInTheWay,
  EEXIST: fileInTheWay,
  ELOCKED: {
    says: "another process is writing here",
    suggestion: { action: "retry", fix: "Run it again when that process has ended" },
    isRetryable: true,
  },
};
