import { sql, type RawBuilder } from "kysely";

import type { Db } from "../platform/db/database.ts";

export interface FoundRow {
  id: string;
  name: string | null;
  location: string | null;
  numbers: string[];
  ended_calls: number;
  last_call_at: Date | null;
}

export interface WordPosition {
  word: string;
  id: string;
}

export interface CallerSearch {
  station: string;
  walked: string;
  others: readonly string[];
  /** These words must match as a whole, not only at the beginning. */
  exact?: readonly string[];
  after: WordPosition | null;
  limit: number;
}

const NOBODY = "00000000-0000-0000-0000-000000000000";
const LAST = "\u{10FFFF}";
const FIRST = "\u0001";
/** A page reads at most this many entries of the rarest word, to limit the time of a search. */
const WALKED_AT_MOST = 2_000;
const COUNTED_AT_MOST = 2_000;

const numbersOfCaller = sql`array(
  select n.number from caller_number as n where n.caller_id = c.id order by n.position limit 20
) as numbers`;

export async function foldWords(db: Db, find: string): Promise<string[]> {
  const { rows } = await sql<{ words: string[] }>`select caller_words(${find}) as words`.execute(
    db,
  );
  return rows[0]?.words ?? [];
}

export async function countByWord(db: Db, station: string, word: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from caller_word
      where station_id = ${station} and word >= ${word} and word < ${word + LAST}
      limit ${COUNTED_AT_MOST}
    ) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}

function findRangeEnd(word: string, exact: readonly string[]): string {
  return exact.includes(word) ? `${word}${FIRST}` : `${word}${LAST}`;
}

function walk({ station, walked, exact = [], after }: CallerSearch, limit: RawBuilder<unknown>) {
  const from = after?.word ?? walked;
  return sql`
    select w.word, w.caller_id from caller_word as w
    where w.station_id = ${station} and w.word < ${findRangeEnd(walked, exact)}
      and (w.word, w.caller_id) > (${from}, ${after?.id ?? NOBODY}::uuid)
    order by w.word, w.caller_id ${limit}`;
}

/**
 * Returns true when the caller of an entry also has a word in this range. A subquery with a limit
 * runs for each entry until the page is full; an `exists` would join all rows in advance.
 */
function hasWord(from: string, to: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(select true from caller_word as o
    where o.caller_id = s.caller_id and o.word >= ${from} and o.word < ${to} limit 1)`;
}

export function findByWords(search: CallerSearch): RawBuilder<FoundRow & { word: string }> {
  const { walked, others, exact = [], limit } = search;
  const conditions = [
    ...others.map((word) => sql`${hasWord(word, sql`${findRangeEnd(word, exact)}`)}`),
    // A caller with several matching words is listed only at the first one.
    sql`${hasWord(walked, sql`s.word`)} is null`,
  ];
  const entries = walk(search, others.length === 0 ? sql`` : sql`limit ${WALKED_AT_MOST}`);
  return sql<FoundRow & { word: string }>`
    select f.word, c.id, c.name, c.location, c.ended_calls, c.last_call_at, ${numbersOfCaller}
    from (
      select s.word, s.caller_id from (${entries}) as s
      where ${sql.join(conditions, sql` and `)}
      order by s.word, s.caller_id limit ${limit}
    ) as f join caller as c on c.id = f.caller_id
    order by f.word, f.caller_id`;
}

export async function findWalkEnd(db: Db, search: CallerSearch): Promise<WordPosition | null> {
  const { rows } = await sql<WordPosition>`
    select s.word, s.caller_id as id
    from (${walk(search, sql`limit ${WALKED_AT_MOST}`)}) as s
    offset ${WALKED_AT_MOST - 1} limit 1`.execute(db);
  return rows[0] ?? null;
}

export function findByLastCall(page: {
  station: string;
  after: string | null;
  limit: number;
}): RawBuilder<FoundRow> {
  const { station, after, limit } = page;
  const behind =
    after === null
      ? sql`true`
      : sql`(c.last_call_at, c.id) < (select k.last_call_at, k.id from caller as k where k.id = ${after})`;
  return sql<FoundRow>`
    select c.id, c.name, c.location, c.ended_calls, c.last_call_at, ${numbersOfCaller}
    from caller as c
    where c.station_id = ${station} and c.last_call_at is not null and c.merged_into is null
      and ${behind}
    order by c.last_call_at desc, c.id desc limit ${limit}`;
}
