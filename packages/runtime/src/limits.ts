/** What a run may use (contract T8): calls are counted, times are milliseconds. */
export interface RunLimits {
  /** Every call made counts, refused ones too; the call beyond the budget ends the run. */
  maxToolCalls: number;
  /** Wall clock of the agent; loading and grading are not in it. */
  timeoutMs: number;
  /** How long one call may take: a tool that has not ended by then has broken the environment. Off unless set. */
  toolTimeoutMs?: number;
  /** How long the environment, and the agent, may take to load. */
  loadTimeoutMs: number;
  /** How long the verifier may take. */
  verifierTimeoutMs: number;
}

export const defaultLimits: RunLimits = {
  maxToolCalls: 100,
  timeoutMs: 120_000,
  loadTimeoutMs: 30_000,
  verifierTimeoutMs: 60_000,
};

/** Every limit by name, those that are off included. */
export const limitNames = [
  "maxToolCalls",
  "timeoutMs",
  "toolTimeoutMs",
  "loadTimeoutMs",
  "verifierTimeoutMs",
] as const satisfies (keyof RunLimits)[];

/** The longest delay that a timer of Node can wait; a longer one would fire at once. */
const maxTimeoutMs = 2_147_483_647;

/** The limits in force: default < task < caller. */
export function resolveLimits(...layers: (Partial<RunLimits> | undefined)[]): RunLimits {
  const limits = { ...defaultLimits };
  for (const layer of layers) {
    for (const name of limitNames) {
      const value = layer?.[name];
      if (value !== undefined) limits[name] = value;
    }
  }
  return limits;
}

/** What is wrong with limits, in words; undefined where nothing is. */
export function limitProblem(limits: RunLimits): string | undefined {
  for (const name of limitNames) {
    const value = limits[name];
    if (value === undefined) continue;
    if (!Number.isInteger(value) || value < 1)
      return `${name} must be a whole number of at least 1, received ${value}`;
    if (name !== "maxToolCalls" && value > maxTimeoutMs)
      return `${name} must be at most ${maxTimeoutMs}, received ${value}`;
  }
  return undefined;
}
