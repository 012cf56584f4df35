const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** Milliseconds of a time such as `7d`: a number with s, m, h, d or w. Undefined where it is none. */
export function parseDuration(text: string): number | undefined {
  const [, number, unit] = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  const ms = Number(number) * units[unit as keyof typeof units];
  return Number.isFinite(ms) ? ms : undefined;
}
