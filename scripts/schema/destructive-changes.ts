import type { SchemaDescription } from "../../apps/server/src/platform/db/schema-description.ts";

/** One change of the schema that the last release cannot work with. */
export interface DestructiveChange {
  /** The object as `schema.txt` names it, such as `column call.note`. */
  object: string;
  /** The fault, in words after the object's name. */
  fault: string;
}

/**
 * Compares the schema of the last release with a later one, and returns the changes with which that
 * release cannot work. These are removed or renamed objects, objects that accept less than before,
 * and new required columns, which the earlier program does not fill.
 */
export function findDestructiveChanges(
  last: SchemaDescription,
  later: SchemaDescription,
): DestructiveChange[] {
  return [
    ...[...last].flatMap(([object, definition]) => judgeKnown(object, definition, later)),
    ...[...later]
      .filter(([object]) => !last.has(object))
      .flatMap(([object, definition]) => judgeNew(object, definition, last, later)),
  ].toSorted((one, other) => (one.object < other.object ? -1 : 1));
}

function judgeKnown(
  object: string,
  definition: string,
  later: SchemaDescription,
): DestructiveChange[] {
  const now = later.get(object);
  if (now === undefined) {
    return isNeeded(object, definition) && hasTable(object, later)
      ? [{ object, fault: "is gone or has another name" }]
      : [];
  }
  if (now === definition) {
    return [];
  }
  if (object.startsWith("column ")) {
    return judgeColumn(object, definition, now);
  }
  const isGuard =
    object.startsWith("constraint ") || [definition, now].some((one) => isUniqueIndex(object, one));
  return isGuard ? [{ object, fault: "has another definition, and may accept less" }] : [];
}

/**
 * Returns true if the release uses the object by name, or relies on its uniqueness (`on conflict`).
 */
function isNeeded(object: string, definition: string): boolean {
  return (
    /^(?:table|column|function) /.test(object) ||
    isUniqueIndex(object, definition) ||
    (object.startsWith("constraint ") && /^(?:PRIMARY KEY|UNIQUE)/.test(definition))
  );
}

/**
 * Returns false for an object of a removed table, because such objects are not listed one by one.
 */
function hasTable(object: string, schema: SchemaDescription): boolean {
  const table = readTable(object);
  return table === null || schema.has(`table ${table}`);
}

function isUniqueIndex(object: string, definition: string): boolean {
  return object.startsWith("index ") && definition.includes("CREATE UNIQUE INDEX");
}

interface Column {
  type: string;
  isRequired: boolean;
  /** Is true if PostgreSQL fills the column of a row that does not name it. */
  isFilled: boolean;
}

function readColumn(definition: string): Column {
  const [, type = "", rest = ""] =
    /^(.+?)((?: (?:not null|identity|generated|default|collate)\b.*)?)$/.exec(definition) ?? [];
  return {
    type,
    isRequired: rest.startsWith(" not null"),
    isFilled: /^(?: not null)? (?:identity|generated|default) /.test(rest),
  };
}

function judgeColumn(object: string, before: string, after: string): DestructiveChange[] {
  const [was, is] = [readColumn(before), readColumn(after)];
  const faults = [
    ...(accepts(is.type, was.type) ? [] : [`has the type ${is.type} instead of ${was.type}`]),
    ...(is.isRequired && !was.isRequired ? ["is not null, and was nullable"] : []),
    ...(is.isRequired && was.isFilled && !is.isFilled ? ["has lost its default"] : []),
  ];
  return faults.map((fault) => ({ object, fault }));
}

/** The types that accept and return every value of another type. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  smallint: ["integer", "bigint"],
  integer: ["bigint"],
  real: ["double precision"],
};

function accepts(type: string, former: string): boolean {
  if (type === former || WIDER[former]?.includes(type) === true) {
    return true;
  }
  return readLength(type) >= readLength(former) && readLength(former) > 0;
}

/** Returns the maximum number of characters of a text type, and 0 for any other type. */
function readLength(type: string): number {
  const [, length] = /^(?:text|character varying(?:\((\d+)\))?)$/.exec(type) ?? [null, null];
  if (length === null) {
    return 0;
  }
  return length === undefined ? Infinity : Number(length);
}

function judgeNew(
  object: string,
  definition: string,
  last: SchemaDescription,
  later: SchemaDescription,
): DestructiveChange[] {
  const table = readTable(object);
  if (table === null || !last.has(`table ${table}`)) {
    return [];
  }
  if (object.startsWith("column ")) {
    const { isRequired, isFilled } = readColumn(definition);
    return isRequired && !isFilled ? [{ object, fault: "is not null and has no default" }] : [];
  }
  const isGuard = object.startsWith("constraint ") || isUniqueIndex(object, definition);
  return isGuard && !namesNewColumn(table, definition, last, later)
    ? [{ object, fault: "can refuse what the last release writes" }]
    : [];
}

/**
 * Returns true for a guard that names a new column. The release leaves the column empty or at its
 * default, which the guard accepts.
 */
function namesNewColumn(
  table: string,
  definition: string,
  last: SchemaDescription,
  later: SchemaDescription,
): boolean {
  const prefix = `column ${table}.`;
  return [...later.keys()]
    .filter((object) => object.startsWith(prefix) && !last.has(object))
    .some((object) => new RegExp(`\\b${object.slice(prefix.length)}\\b`).test(definition));
}

function readTable(object: string): string | null {
  return /^(?:column|constraint|index|trigger) (.+?)\./.exec(object)?.[1] ?? null;
}
