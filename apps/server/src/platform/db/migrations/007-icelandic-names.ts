import { type QueryExecutorProvider, sql } from "kysely";

/** `foldText` of the contract does the same. */
const folding = sql`
  create or replace function fold_text(given text) returns text
  language sql immutable parallel safe as $$
    select replace(replace(replace(replace(
      translate(
        fold_case(regexp_replace(
          normalize(given, NFD), '[\\u0300-\\u036f\\u02bb\\u02be\\u02bf]', '', 'g')),
        'ςıøłđð', 'σioldd'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  $$`;

/** The letters that are folded in another way from now on. */
const CHANGED = sql.raw("'[ðÐþÞʻʾʿ]'");

const reindexing = [
  sql`select index_caller(id) from caller where name ~ ${CHANGED} or location ~ ${CHANGED}`,
  sql`update contact set words = array(
      select distinct word from unnest(words || array(
        select unnest(caller_words(text) || spoken_words(text)) from unnest(tags || name) as text
      )) as word)
    where name ~ ${CHANGED} or array_to_string(tags, ' ') ~ ${CHANGED}`,
];

export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [folding, ...reindexing]) {
    await statement.execute(db);
  }
}
