import type { TableRow } from "../../lib/read-table.ts";
import { addPrefix, readPrefix } from "./add-prefix.ts";
import { joinName } from "./join-name.ts";
import { splitTags } from "./join-tags.ts";
import { type ColumnRole, readHeadKind } from "./read-head.ts";
import { isPlaceholder, splitNumbers } from "./split-numbers.ts";

export interface FileEntry {
  line: number;
  number: string;
  name: string;
  tags: string[];
  note: string;
}

interface Layout {
  roles: readonly ColumnRole[];
  head: readonly string[] | null;
}

interface KindedNumber {
  number: string;
  kind: string;
}

/**
 * Returns a contact for each number of a row. A row without a number gives one contact without a
 * number.
 */
export function toEntries({ line, cells }: TableRow, layout: Layout): FileEntry[] {
  const name = readName(cells, layout.roles);
  const numbers = listNumbers(cells, layout);
  return nameEntries(numbers, {
    line,
    name,
    tags: readTags(cells, layout),
    note: readNote(cells, layout),
  });
}

/** Names each number of a person by its kind when the person has several. */
export function nameEntries(
  numbers: readonly KindedNumber[],
  person: Omit<FileEntry, "number">,
): FileEntry[] {
  const kinds = new Map<string, number>();
  const unique = numbers.filter(
    ({ number }, at) =>
      numbers.findIndex((one) => toDigits(one.number) === toDigits(number)) === at,
  );
  if (unique.length < 2) {
    return [{ ...person, number: unique[0]?.number ?? "" }];
  }
  return unique.map(({ number, kind }, at) => {
    const seen = (kinds.get(kind) ?? 0) + 1;
    kinds.set(kind, seen);
    const label = kind === "" && at > 0 ? String(at + 1) : kind;
    const counted = seen > 1 && kind !== "" ? `${label} ${seen}` : label;
    return {
      ...person,
      number,
      name: counted === "" || person.name === "" ? person.name : `${person.name} (${counted})`,
    };
  });
}

function toDigits(number: string): string {
  return number
    .normalize("NFKC")
    .replaceAll(/[^\p{L}\p{N}+]/gu, "")
    .toLowerCase();
}

function listCells(cells: readonly string[], roles: readonly ColumnRole[], role: ColumnRole) {
  return cells.filter((cell, column) => roles[column] === role && cell !== "");
}

/**
 * Beside a column of first names, a column `Name` contains the family name. Beside a column of
 * family names, it contains the first name.
 */
function readName(cells: readonly string[], roles: readonly ColumnRole[]): string {
  const read = (role: ColumnRole) => listCells(cells, roles, role).join(" ");
  const has = (role: ColumnRole) => roles.includes(role);
  const name = read("name");
  const parts = [read("first"), read("middle"), read("last")];
  if (has("name") && has("first") && !has("last")) {
    parts[2] = name;
  } else if (has("name") && has("last") && !has("first")) {
    parts[0] = name;
  } else if (name !== "") {
    return name;
  }
  const [first = "", middle = "", last = ""] = parts;
  const joined = joinName({ first, middle, last });
  return joined === "" ? read("company") : joined;
}

function listNumbers(cells: readonly string[], layout: Layout): KindedNumber[] {
  return cells.flatMap((cell, column) => {
    if (layout.roles[column] !== "number" || isPlaceholder(cell)) {
      return [];
    }
    const kind = readKind(cells, column, layout).toLowerCase().replace(/^\* ?/, "");
    const extension = readExtension(cells, column, layout.roles);
    const prefixes = listPrefixes(cells, column, layout);
    return splitNumbers(cell).map((number) => ({
      number: addExtension(addPrefix(number, prefixes), extension),
      kind,
    }));
  });
}

/** The kind is in the column before the number (Google), or behind it (FreePBX), or in the head. */
function readKind(cells: readonly string[], column: number, { roles, head }: Layout): string {
  const isBefore = roles.indexOf("kind") < roles.indexOf("number");
  const beside = column + (isBefore ? -1 : 1);
  const written = roles[beside] === "kind" ? (cells[beside] ?? "") : "";
  return written === "" ? readHeadKind(head?.[column] ?? "") : written;
}

/**
 * Prefix columns between two number columns belong to the second one. If none is there, and the row
 * has at most two prefix columns, they belong to every number.
 */
function listPrefixes(cells: readonly string[], column: number, { roles, head }: Layout): string[] {
  const all = roles.flatMap((role, at) => (role === "prefix" ? [at] : []));
  const last = roles.lastIndexOf("number", column - 1);
  const own = all.filter((at) => at < column && (column === 0 || at > last));
  return (own.length > 0 ? own : all.length <= 2 ? all : []).map((at) =>
    readPrefix(cells[at] ?? "", head?.[at] ?? ""),
  );
}

/** An extension belongs to the last number before its column, or else to the first one. */
function readExtension(
  cells: readonly string[],
  column: number,
  roles: readonly ColumnRole[],
): string {
  const next = roles.indexOf("number", column + 1);
  const behind = roles.indexOf("extension", column + 1);
  const isNear = behind !== -1 && (next === -1 || behind < next);
  const isFirst = column === roles.indexOf("number") && roles.indexOf("extension") < column;
  const at = isNear ? behind : isFirst ? roles.indexOf("extension") : -1;
  const written = at === -1 ? "" : (cells[at] ?? "").trim();
  return /^\d{1,7}$/.test(written) ? written : "";
}

/** A number that has an extension, or ends with it, stays as it is. */
function addExtension(number: string, extension: string): string {
  const hasOne = /(?:ext|x|#|durchwahl)\D{0,3}\d{1,7}$/i.test(number);
  const digits = number.replaceAll(/\D/g, "");
  return extension === "" || hasOne || digits.endsWith(extension)
    ? number
    : `${number} ext. ${extension}`;
}

function readTags(cells: readonly string[], { roles }: Layout): string[] {
  const tags = listCells(cells, roles, "tags").flatMap(splitTags);
  // Google's own groups begin with a star. They say nothing about a contact, so they are left out.
  const named = tags
    .filter((tag) => !/^\* ?(?:my ?contacts|starred|other ?contacts)$/i.test(tag))
    .map((tag) => tag.replace(/^\* /, ""));
  return [...new Set(named)].filter((tag) => tag !== "");
}

function readNote(cells: readonly string[], { roles }: Layout): string {
  return listCells(cells, roles, "note").join("\n");
}
