/** What a run may use (contract T8): calls are counted, times are milliseconds. */
export interface RunLimits {
  /** Every call made counts, refused ones too; the call beyond the budget ends the run. */
  maxToolCalls: number;
  /** Wall clock of the agent; loading and grading are not in it. */
  timeoutMs: number;
}

export const defaultLimits: RunLimits = { maxToolCalls: 100, timeoutMs: 120_000 };

/** The longest delay that a timer of Node can wait; a longer one would fire at once. */
const maxTimeoutMs = 2_147_483_647;

/** The limits in force: default < task < caller. A problem is described in words; undefined where there is none. */
export function resolveLimits(...layers: (Partial<RunLimits> | undefined)[]): RunLimits {
  const limits = { ...defaultLimits };
  for (const layer of layers) {
    if (layer?.maxToolCalls !== undefined) limits.maxToolCalls = layer.maxToolCalls;
    if (layer?.timeoutMs !== undefined) limits.timeoutMs = layer.timeoutMs;
  }
  return limits;
}

export function limitProblem(limits: RunLimits): string | undefined {
  for (const name of ["maxToolCalls", "timeoutMs"] as const) {
    const value = limits[name];
    if (!Number.isInteger(value) || value < 1)
      return `${name} must be a whole number of at least 1, received ${value}`;
  }
  if (limits.timeoutMs > maxTimeoutMs)
    return `timeoutMs must be at most ${maxTimeoutMs}, received ${limits.timeoutMs}`;
  return undefined;
}
