/** Matches a cell in quotes that contains a quote after a backslash. */
const BACKSLASHED = /(?:^|[,;\t|])"[^"\n]*\\"(?![",;\t|\n]|$)/m;

/**
 * Writes the quotes of a file of separated values as spreadsheets write them. Databases put a
 * backslash before a quote or a line break in a cell, and people type spaces between a separator
 * and a quote. Such spaces are removed, even if the quote closes a cell.
 */
export function unifyQuotes(text: string, delimiter: string): string {
  const doubled = BACKSLASHED.test(text)
    ? text.replaceAll(/\\(["\\\n])/g, (_, sign: string) => (sign === '"' ? '""' : sign))
    : text;
  const separator = delimiter.replaceAll(/[|^$.*+?()[\]{}\\]/g, String.raw`\$&`);
  return doubled.replaceAll(new RegExp(`(${separator}) +"(?!")`, "g"), '$1"');
}
