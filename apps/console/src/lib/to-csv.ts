/** A text that a spreadsheet would take for a formula begins with an apostrophe. */
function toCell(value: string | number): string {
  if (typeof value === "number") {
    return String(value);
  }
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Rows as a file that spreadsheets open; numbers as they are, without marks of thousands. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((cells) => `${cells.map(toCell).join(",")}\r\n`).join("");
}

export function saveFile({ name, text }: { name: string; text: string }): void {
  saveBlob(name, new Blob([text], { type: "text/plain;charset=utf-8" }));
}

/** The same of what is no text, such as a picture. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
