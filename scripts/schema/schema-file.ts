import type { SchemaDescription } from "../../apps/server/src/platform/db/schema-description.ts";

/** Returns one line for each object of the schema, in the order of their names. */
export function formatSchema(schema: SchemaDescription): string {
  const lines = [...schema].map(([object, definition]) => `${object}: ${definition}\n`);
  return lines.toSorted((one, other) => (one < other ? -1 : 1)).join("");
}

export function parseSchema(text: string): SchemaDescription {
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(": ");
      return [line.slice(0, at), line.slice(at + 2)];
    }),
  );
}
