import { type RawBuilder, sql } from "kysely";

import { listColumns } from "../platform/db/column-classes.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import type { Replacement } from "./write-person-pattern.ts";

export interface Erased {
  kind: string;
  count: number;
}

interface WordColumn {
  table: string;
  column: string;
  type: "text" | "_text" | "jsonb";
}

/** Lists the columns of the class `words` with their types. */
async function listWordColumns(db: Db): Promise<WordColumn[]> {
  const names = listColumns("words").map(([table, column]) => `${table}.${column}`);
  const { rows } = await sql<WordColumn>`
    select c.relname as "table", a.attname as "column", t.typname as "type"
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = current_schema()::regnamespace and not c.relispartition
      and c.relname || '.' || a.attname = any (${names}::text[])
    order by 1, 2`.execute(db);
  return rows;
}

interface Scope {
  station: string;
  /** Is true when the person has called, so that the members' own phone books are included. */
  includesOwnContacts: boolean;
}

/** Selects the station's rows of tables that have no station id for each row. */
const scopes: Readonly<Record<string, (scope: Scope) => RawBuilder<unknown>>> = {
  caller_flag: ({ station }) => sql`
    caller_id in (select id from caller where station_id = ${station})`,
  contact: ({ station, includesOwnContacts }) => sql`
    (station_id = ${station} or (${includesOwnContacts} and user_id in (
      select user_id from membership where station_id = ${station})))`,
  integration_delivery: ({ station }) => sql`
    integration_id in (select id from integration where station_id = ${station})`,
};

function selectScope(table: string, scope: Scope): RawBuilder<unknown> {
  return scopes[table]?.(scope) ?? sql`station_id = ${scope.station}`;
}

export function replaceIn(
  cell: RawBuilder<unknown>,
  { pattern, words }: Replacement,
  type: WordColumn["type"] = "jsonb",
) {
  if (type === "_text") {
    return sql`array(select regexp_replace(one, ${pattern}, ${words}, 'gi')
      from unnest(${cell}) with ordinality as e (one, at) order by at)`;
  }
  return type === "jsonb"
    ? sql`replace_in_strings(${cell}, ${pattern}, ${words})`
    : sql`regexp_replace(${cell}, ${pattern}, ${words}, 'gi')`;
}

/** Returns the text in which the pattern is searched. A JSON value contains escaped characters. */
function writeFound(cell: RawBuilder<unknown>, of: Replacement, type: WordColumn["type"]) {
  const text = type === "_text" ? sql`array_to_string(${cell}, E'\n')` : sql`${cell}::text`;
  return sql`${text} ~* ${type === "jsonb" ? of.sieve : of.pattern}`;
}

/**
 * Replaces matches of the pattern by `words` in all texts of the station. Returns the number of
 * changes by column.
 */
export async function replaceInTexts(
  trx: Trx,
  { replacement, ...scope }: Scope & { replacement: Replacement },
): Promise<Erased[]> {
  const erased: Erased[] = [];
  for (const { table, column, type } of await listWordColumns(trx)) {
    const [named, cell] = [sql.table(table), sql.ref(column)];
    const changed = replaceIn(cell, replacement, type);
    const { numAffectedRows } = await sql`
      update ${named} set ${cell} = ${changed}
      where ${selectScope(table, scope)} and ${writeFound(cell, replacement, type)}
        and ${cell} is distinct from ${changed}`.execute(trx);
    erased.push({ kind: `${table}.${column}`, count: Number(numAffectedRows ?? 0n) });
  }
  return erased;
}

/**
 * Derives the search words of contacts again that had words of the person. Only the words of
 * numbers stay, because a name also leaves words in which it is joined to its neighbours.
 */
export async function replaceContactWords(
  trx: Trx,
  { names, numbers, ...scope }: Scope & { names: readonly string[]; numbers: readonly string[] },
): Promise<void> {
  await sql`
    with gone as (
      select array(
        select unnest(caller_words(name) || spoken_words(name))
          from unnest(${names}::text[]) as name
        union select unnest(caller_number_words(number))
          from unnest(${numbers}::text[]) as number
      ) as words
    )
    update contact set words = array(
      select word from unnest(contact.words) as word
        where word ~ '^[0-9]+$' and word <> all (gone.words)
      union select unnest(caller_words(text) || spoken_words(text))
        from unnest(contact.tags || contact.name) as text)
    from gone where ${selectScope("contact", scope)} and contact.words && gone.words`.execute(trx);
}

export interface Mention {
  in: string;
  text: string;
}

/** Lists the texts of the station in which the pattern matches. */
export async function listMentions(
  db: Db,
  { replacement, limit, ...scope }: Scope & { replacement: Replacement; limit: number },
): Promise<Mention[]> {
  const found: Mention[] = [];
  const audit: WordColumn = { table: "audit_entry", column: "details", type: "jsonb" };
  for (const { table, column, type } of [...(await listWordColumns(db)), audit]) {
    const cell = sql.ref(column);
    const { rows } = await sql<Mention>`
      select ${`${table}.${column}`}::text as "in", ${cell}::text as text from ${sql.table(table)}
      where ${selectScope(table, scope)} and ${writeFound(cell, replacement, type)}
      limit ${limit - found.length}`.execute(db);
    found.push(...rows);
  }
  return found;
}
