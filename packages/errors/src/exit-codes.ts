/**
 * The closed table of exit codes (contract E5). 0 and 1 are no errors of the tool; 130 is the shell's convention
 * for an interrupt. A process never exits with a number that is not in here.
 */
export const exitCodes = {
  success: 0,
  not_passed: 1,
  usage: 2,
  state: 10,
  rate_limited: 20,
  auth: 30,
  permission_denied: 40,
  timeout: 50,
  dependency: 65,
  runtime: 70,
  temporary: 75,
  unknown: 101,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit codes that an error may have: all but 0 and 1. */
export type ErrorExitCode = Exclude<ExitCode, 0 | 1>;

/** Whether a value is an exit code that an error may have. */
export function isErrorExitCode(value: unknown): value is ErrorExitCode {
  return value !== 0 && value !== 1 && (Object.values(exitCodes) as unknown[]).includes(value);
}
