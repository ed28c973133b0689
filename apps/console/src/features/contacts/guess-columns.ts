import type { TableRow } from "../../lib/read-table.ts";
import { readPrefix } from "./add-prefix.ts";
import { type ColumnRole, namesUse, readHead } from "./read-head.ts";
import { isPlaceholder } from "./split-numbers.ts";

interface ColumnGuess {
  /** The meaning of each column. */
  roles: ColumnRole[];
  /** The words of the head; `null` when the file has none. */
  head: readonly string[] | null;
  /** The index of the first row that is a contact. */
  from: number;
  /** Is false when the guess needs a person's check. */
  isSure: boolean;
}

/** At most this many lines may come before the head, such as a title and empty lines. */
const MOST_BEFORE_HEAD = 12;
const SAMPLE_ROWS = 200;

/** Finds the columns by the head of a known language, and otherwise by their content. */
export function guessColumns(rows: readonly TableRow[]): ColumnGuess {
  const sample = rows.slice(0, SAMPLE_ROWS);
  const width = Math.max(0, ...sample.map(({ cells }) => cells.length));
  const at = sample
    .slice(0, MOST_BEFORE_HEAD)
    .findIndex(({ cells }, row) => isHead(cells) || namesNumbers(cells, sample.slice(row + 1)));
  const known = at === -1 ? null : (sample[at]?.cells ?? null);
  if (known !== null) {
    const from = at + 1;
    const contents = sample.slice(from);
    const roles = Array.from({ length: width }, (_, column) =>
      readColumn(known[column] ?? "", contents, column),
    );
    const settled = omitSortNames(settleRoles(roles, contents), known);
    return { roles: settled, head: known, from, isSure: isComplete(settled) };
  }
  return guessByContent(sample, width);
}

/**
 * The cells below a heading such as `Business` or `Country Code` decide its meaning: they contain a
 * number, `AU` or +61.
 */
function readColumn(head: string, rows: readonly TableRow[], column: number): ColumnRole | null {
  if (namesUse(head) && isNumberColumn(rows, column)) {
    return "number";
  }
  const role = readHead(head);
  const isPrefix = role === "prefix";
  const hasDigits = mostMatch(listCells(rows, column), (cell) => readPrefix(cell, head) !== "");
  return isPrefix && !hasDigits ? "none" : role;
}

/**
 * Google's `File As` is only for sorting, so it is not a name if there are columns of first and
 * last names.
 */
function omitSortNames(roles: ColumnRole[], head: readonly string[]): ColumnRole[] {
  const hasParts = roles.includes("first") && roles.includes("last");
  return roles.map((role, column) =>
    role === "name" && hasParts && /^\s*(?:file as|speichern unter)\s*$/i.test(head[column] ?? "")
      ? "none"
      : role,
  );
}

/**
 * Returns true for a row without a cell that looks like a number, if it has two known words, or the
 * word for a number beside at most one other word.
 */
function isHead(cells: readonly string[]): boolean {
  const written = cells.filter((cell) => cell !== "");
  const roles = written.map(readHead).filter((role) => role !== null);
  const hasNumber = roles.includes("number");
  return (
    !written.some(isNumber) &&
    (roles.length > 1 || (hasNumber && written.length <= 2 * roles.length))
  );
}

/**
 * A row with the word for a number above a column of numbers is a head. Files with the answers to a
 * form have such rows.
 */
function namesNumbers(cells: readonly string[], below: readonly TableRow[]): boolean {
  return (
    !cells.some(isNumber) &&
    cells.some((cell, column) => readHead(cell) === "number" && isNumberColumn(below, column))
  );
}

function isComplete(roles: readonly ColumnRole[]): boolean {
  const named = roles.some((role) => ["name", "first", "last", "company"].includes(role));
  return named && roles.includes("number");
}

/** Gives each column without a known head a meaning by its content. */
function settleRoles(
  roles: readonly (ColumnRole | null)[],
  rows: readonly TableRow[],
): ColumnRole[] {
  // If the head already names a column of numbers, bare digits in another column are numbers of
  // accounts or customers.
  const isTelephone = roles.includes("number") ? isDialledColumn : isNumberColumn;
  const settled = roles.map((role, column): ColumnRole => {
    return role ?? (isTelephone(rows, column) ? "number" : "none");
  });
  if (!settled.includes("number")) {
    const best = settled.findIndex((_, column) => isNumberColumn(rows, column));
    settled.splice(
      Math.max(best, 0),
      best === -1 ? 0 : 1,
      ...(best === -1 ? [] : ["number" as const]),
    );
  }
  const hasName = settled.some((role) => role === "name" || role === "first" || role === "last");
  const unnamed = roles.findIndex((role, column) => role === null && isNameColumn(rows, column));
  if (!hasName && unnamed !== -1 && settled[unnamed] === "none") {
    settled[unnamed] = "name";
  }
  return settled;
}

/**
 * Without a known head, numbers are found by their form. The other columns are names, tags and a
 * note, in this order.
 */
function guessByContent(sample: readonly TableRow[], width: number): ColumnGuess {
  const columns = Array.from({ length: width }, (_, column) => column);
  const head = findUnknownHead(sample);
  const from = head === null ? 0 : countBefore(sample);
  const contents = sample.slice(from);
  const numbers = new Set(columns.filter((column) => isNumberColumn(contents, column)));
  if (numbers.size === 0 && width > 1) {
    numbers.add(1);
  }
  const texts = columns.filter((column) => !numbers.has(column) && !isDataColumn(contents, column));
  const [first = -1, second = -1] = texts;
  const areTwoNames =
    texts.length > 1 &&
    second < Math.min(...numbers) &&
    [first, second].every((column) => isWordColumn(contents, column));
  const order: ColumnRole[] = areTwoNames
    ? ["first", "last", "tags", "note"]
    : ["name", "tags", "note"];
  const roles = columns.map((column): ColumnRole => {
    return numbers.has(column) ? "number" : (order[texts.indexOf(column)] ?? "none");
  });
  return { roles, head, from, isSure: false };
}

/** Returns the last of up to three rows before the first number: a head in an unknown language. */
function findUnknownHead(sample: readonly TableRow[]): readonly string[] | null {
  const before = countBefore(sample);
  return before === 0 || before > 3 ? null : (sample[before - 1]?.cells ?? null);
}

function countBefore(sample: readonly TableRow[]): number {
  return Math.max(
    0,
    sample.findIndex(({ cells }) => cells.some(isNumber)),
  );
}

function listCells(rows: readonly TableRow[], column: number): string[] {
  return rows
    .map(({ cells }) => cells[column] ?? "")
    .filter((cell) => cell !== "" && !isPlaceholder(cell));
}

function mostMatch(cells: readonly string[], matches: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.filter(matches).length >= cells.length * 0.6;
}

function isNumberColumn(rows: readonly TableRow[], column: number): boolean {
  return mostMatch(listCells(rows, column), isNumber);
}

function isDialledColumn(rows: readonly TableRow[], column: number): boolean {
  return mostMatch(listCells(rows, column), (cell) => isNumber(cell) && !/^[1-9]\d*$/.test(cell));
}

function isNameColumn(rows: readonly TableRow[], column: number): boolean {
  return mostMatch(listCells(rows, column), (cell) => /\p{L}/u.test(cell) && !isData(cell));
}

function isWordColumn(rows: readonly TableRow[], column: number): boolean {
  return mostMatch(listCells(rows, column), (cell) => /^\p{L}[\p{L}\p{M}'’.-]*$/u.test(cell));
}

function isDataColumn(rows: readonly TableRow[], column: number): boolean {
  return mostMatch(listCells(rows, column), isData);
}

/** Returns true for addresses, days, times and bare numbers, which are neither names nor notes. */
function isData(cell: string): boolean {
  return (
    isMeasure(cell) ||
    /@|^https?:|^\d+$|^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}\b|^\d{1,2}:\d\d/i.test(cell)
  );
}

/** Returns true for a decimal number such as a latitude, and for an IP address. */
function isMeasure(cell: string): boolean {
  const octets = cell.split(".");
  const isAddress =
    octets.length === 4 &&
    octets.every((octet) => /^(?:0|[1-9]\d{0,2})$/.test(octet) && Number(octet) < 256);
  return isAddress || /^-?\d{1,3}\.\d{3,}$/.test(cell);
}

/**
 * Returns true for a text that looks like a telephone number, even if a spreadsheet has reformatted
 * it.
 */
function isNumber(cell: string): boolean {
  if (isMeasure(cell)) {
    return false;
  }
  const text = cell
    .normalize("NFKC")
    .replaceAll(/[\p{Cf}'"=]/gu, "")
    .replaceAll(/\p{Nd}/gu, "0");
  if (/^0[.,]0+e\+00$/i.test(text)) {
    return true;
  }
  if (/^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}$/.test(text) && !text.startsWith("+")) {
    return false;
  }
  const bare = text.replace(/ ?(?:;ext=|;|,|#|x|ext|extension|dw)\.?:? ?\d{1,7}$/i, "");
  const parts = bare
    .split(/:::|[/;|\n]|\bor\b|\boder\b/)
    .map((part) => part.replace(/^\s*(?:tel|phone)?\.?:?\s*/i, ""));
  return parts.every((part) => {
    const digits = part.replaceAll(/\D/g, "").length;
    return /^[+(]?[\d\s().\u2010-\u2015-]+$/u.test(part) && digits >= 6 && digits <= 16;
  });
}
