/** One cell: what it says, and how it is coloured, which takes no room. */
export interface Cell {
  text: string;
  paint?: (text: string) => string;
}

/** Rows as lines of equally wide columns, two blanks apart. */
export function alignColumns(rows: readonly (readonly Cell[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach(({ text }, index) => (widths[index] = Math.max(widths[index] ?? 0, text.length)));
  return rows.map((row) =>
    row
      .map(({ text, paint = String }, index) => {
        const isLast = index === row.length - 1;
        return paint(text) + (isLast ? "" : " ".repeat((widths[index] ?? 0) - text.length));
      })
      .join("  ")
      .trimEnd(),
  );
}

/** The same for rows of plain texts. */
export function alignTexts(rows: readonly (readonly string[])[]): string[] {
  return alignColumns(rows.map((row) => row.map((text) => ({ text }))));
}
