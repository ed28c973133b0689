import type { Row } from "./row.ts";

const head = ["what", "measured", "beside", ""];

function verdictOf({ holds }: Row): string {
  if (holds === null) {
    return "";
  }
  return holds ? "holds" : "misses";
}

/** Renders the rows under one another in columns. */
export function renderTable(rows: readonly Row[]): string {
  const cells = [head, ...rows.map((row) => [row.name, row.value, row.beside, verdictOf(row)])];
  const widths = head.map((_, column) =>
    Math.max(...cells.map((line) => line[column]?.length ?? 0)),
  );
  const lines = cells.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return lines
    .toSpliced(1, 0, "-".repeat(Math.max(...lines.map((line) => line.length))))
    .join("\n");
}
