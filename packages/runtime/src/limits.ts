/** What a run may use (contract T8): calls, errors and tokens are counted, times are milliseconds. */
export interface RunLimits {
  /** Every call made counts, refused ones too; the call beyond the budget ends the run. */
  maxToolCalls: number;
  /** Wall clock of the agent; loading and grading are not in it. */
  timeoutMs: number;
  /** How long one call may take: a tool that has not ended by then has broken the environment. Off unless set. */
  toolTimeoutMs?: number;
  /** Memory of the agent's process in MiB; it holds where a run is isolated. */
  memoryMb: number;
  /** How many calls in a row may fail; the next one that fails ends the run. Off unless set. */
  maxConsecutiveToolErrors?: number;
  /** Tokens of input and output that the agent may report. Off unless set. */
  maxTokens?: number;
  /** What the agent may report to have cost, US dollars. Off unless set. */
  maxCostUsd?: number;
  /** How long the environment, the agent, and making the world may each take. */
  loadTimeoutMs: number;
  /** How long the verifier may take. */
  verifierTimeoutMs: number;
}

export const defaultLimits: RunLimits = {
  maxToolCalls: 100,
  timeoutMs: 120_000,
  memoryMb: 1024,
  loadTimeoutMs: 30_000,
  verifierTimeoutMs: 60_000,
};

/** The longest delay that a timer of Node can wait; a longer one would fire at once. Milliseconds. */
export const longestMs = 2_147_483_647;
const time = { min: 1, max: longestMs, whole: true };
const count = { min: 1, max: Number.MAX_SAFE_INTEGER, whole: true };

/** What a limit may be. */
export interface LimitRule {
  /** What it bounds, and in which unit, for a person. */
  about: string;
  min: number;
  max: number;
  whole: boolean;
}

/** Every limit, those that are off included, in the order in which they are shown. */
export const limitRules: Readonly<Record<keyof RunLimits, LimitRule>> = {
  maxToolCalls: { about: "Tool calls, refused ones included", ...count },
  timeoutMs: { about: "Wall clock of the agent, milliseconds", ...time },
  toolTimeoutMs: { about: "One tool call, milliseconds", ...time },
  // Node itself takes about 50 MiB.
  memoryMb: { about: "Memory of the agent's process, MiB", ...count, min: 128, max: 1_048_576 },
  maxConsecutiveToolErrors: { about: "Failed tool calls in a row", ...count },
  maxTokens: { about: "Tokens that the agent reports", ...count },
  maxCostUsd: {
    about: "Cost that the agent reports, US dollars",
    min: 0,
    max: Number.MAX_VALUE,
    whole: false,
  },
  loadTimeoutMs: { about: "Loading and making the world, milliseconds", ...time },
  verifierTimeoutMs: { about: "Grading, milliseconds", ...time },
};

export const limitNames = Object.keys(limitRules) as (keyof RunLimits)[];

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
    const { min, max, whole } = limitRules[name];
    if (!whole && !(typeof value === "number" && value > min && value <= max))
      return `${name} must be a number greater than ${min}, received ${value}`;
    if (whole && (!Number.isInteger(value) || value < min))
      return `${name} must be a whole number of at least ${min}, received ${value}`;
    if (value > max) return `${name} must be at most ${max}, received ${value}`;
  }
  return undefined;
}
