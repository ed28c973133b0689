import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

import { queryDatabase } from "./query-database.ts";

/** Returns a pattern for a number in every format in which people and telephones write it. */
export function anyFormOf(number: string): string {
  const digits = number.slice(3).split("").join("[^0-9a-z]{0,3}");
  return `(?:61|0)[^0-9a-z]{0,3}${digits}`;
}

interface Column {
  table: string;
  column: string;
  type: string;
}

/** Lists the columns of every table, in every schema, that can contain text. */
export function listWritableColumns(url: string): Promise<Column[]> {
  return queryDatabase<Column>(
    url,
    `select format('%I.%I', n.nspname, c.relname) as "table", a.attname as "column",
       coalesce(e.typname, t.typname) as type
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type t on t.oid = a.atttypid
     left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
     where c.relkind in ('r', 'p', 'm') and not c.relispartition
       and n.nspname not in ('pg_catalog', 'information_schema')
       and (coalesce(e.typcategory, t.typcategory) = 'S'
         or coalesce(e.typname, t.typname) in ('json', 'jsonb', 'bytea'))
     order by 1, 2`,
  );
}

/** Returns the values of a column that the pattern finds. */
export async function readMatches(
  url: string,
  [table, column]: [string, string],
  pattern: string,
): Promise<{ value: unknown; text: string }[]> {
  const isShared = table === "contact" ? "user_id is null" : "true";
  return queryDatabase<{ value: unknown; text: string }>(
    url,
    `select "${column}" as value, "${column}"::text as text from "${table}"
     where "${column}"::text ~* $1 and ${isShared}`,
    [pattern],
  );
}

/** Returns the columns of all tables with a value that the pattern finds, such as `call.number`. */
export async function searchDatabase(url: string, pattern: string): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column, type } of await listWritableColumns(url)) {
    const cell = `"${column}"`;
    const text = type === "bytea" ? `encode(${cell}, 'escape')` : `${cell}::text`;
    const rows = await queryDatabase(url, `select from ${table} where ${text} ~* $1 limit 1`, [
      pattern,
    ]);
    if (rows.length > 0) {
      found.push(`${table.replace(/^public\./, "")}.${column}`);
    }
  }
  return found;
}

/**
 * Returns the names of the folder's files that contain the pattern, each with the text that it
 * found. The database's own files are left out, because `searchDatabase` searches their content.
 */
export async function searchFiles(folder: string, pattern: string): Promise<string[]> {
  const wanted = new RegExp(pattern, "i");
  const found: string[] = [];
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    const name = relative(folder, path);
    if (!file.isFile() || name.startsWith("postgres/")) {
      continue;
    }
    const match = wanted.exec(await readFile(path, "latin1"));
    if (match !== null) {
      found.push(`${name}: ${match[0]}`);
    }
  }
  return found;
}
