import pc from "picocolors";

/** Colours, or none (contract C6). */
export function painter(colors: boolean): ReturnType<typeof pc.createColors> {
  return pc.createColors(colors);
}
