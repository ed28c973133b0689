/** Matches a cell in quotes that contains a quote after a backslash. */
const BACKSLASHED = /(?:^|[,;\t|])"[^"\n]*\\"(?![",;\t|\n]|$)/m;

/**
 * Writes the quotes of a file of separated values as spreadsheets write them. Databases put a
 * backslash before a quote and a line break in a cell, and people type a space behind the
 * separator. Before a closing quote, only such a space is removed.
 */
export function unifyQuotes(text: string, delimiter: string): string {
  const doubled = BACKSLASHED.test(text)
    ? text.replaceAll(/\\(["\\\n])/g, (_, sign: string) => (sign === '"' ? '""' : sign))
    : text;
  const separator = delimiter.replaceAll(/[|^$.*+?()[\]{}\\]/g, String.raw`\$&`);
  return doubled.replaceAll(new RegExp(`(${separator}) +"(?!")`, "g"), '$1"');
}
