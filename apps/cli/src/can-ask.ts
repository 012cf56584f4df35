/** Whether somebody sits at a terminal and can be asked; never in CI (contract C5). */
export function canAsk(): boolean {
  const isCi = (process.env["CI"] ?? "") !== "";
  return process.stdin.isTTY === true && process.stderr.isTTY === true && !isCi;
}
