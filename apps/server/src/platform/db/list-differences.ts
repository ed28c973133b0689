import type { SchemaDescription } from "./schema-description.ts";

const LISTED_DIFFERENCES = 10;

/** Names at most ten differences between two schemas in words; null when there are none. */
export function listDifferences(
  expected: SchemaDescription,
  actual: SchemaDescription,
): string | null {
  const all = [
    ...listAbsent(expected, actual).map((object) => `${object} is missing`),
    ...listAbsent(actual, expected).map((object) => `${object} is unknown`),
    ...[...expected]
      .filter(([object, definition]) => (actual.get(object) ?? definition) !== definition)
      .map(([object]) => `${object} differs`),
  ];
  const more = all.length - LISTED_DIFFERENCES;
  const listed = all.slice(0, LISTED_DIFFERENCES).join(", ");
  return all.length === 0 ? null : listed + (more > 0 ? ` and ${more} more` : "");
}

function listAbsent(one: SchemaDescription, other: SchemaDescription): string[] {
  return [...one.keys()].filter((object) => {
    const table = /^(?:column|constraint|index|trigger) (.+?)\./.exec(object)?.[1];
    return !other.has(object) && (table === undefined || isInBoth(`table ${table}`, one, other));
  });
}

function isInBoth(object: string, one: SchemaDescription, other: SchemaDescription): boolean {
  return one.has(object) && other.has(object);
}
