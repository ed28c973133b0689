import { type QueryExecutorProvider, sql } from "kysely";

/** `foldText` of the contract does the same. */
const folding = sql`
  create or replace function fold_text(given text) returns text
  language sql immutable parallel safe as $$
    select replace(replace(replace(replace(replace(
      translate(
        fold_case(regexp_replace(
          normalize(given, NFD),
          '[\\u0300-\\u036f\\u02bb\\u02be\\u02bf\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0640\\u064b-\\u065f\\u0670]',
          '', 'g')),
        'ςıøłđðħŧŋəĸɓɗƙƴɛɔɲٱىیکة׳՚״־֊・،', 'σiolddhtnekbdkyeonاييكه''''"--·,'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ĳ', 'ij')
  $$`;

/** `listSpokenWords` of the contract returns the same. */
const spokenWords = sql`
  create or replace function spoken_words(given text) returns text[]
  language plpgsql immutable parallel safe as $$
  declare
    folded constant text := fold_text(given);
    spelled constant text := fold_text(replace(replace(replace(replace(replace(replace(
      fold_case(given), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'å', 'aa'), 'ø', 'oe'), 'đ', 'dj'));
    short constant text := replace(regexp_replace(
      regexp_replace(folded, '([aou])e', '\\1', 'g'), 'aa', 'a', 'g'), 'dj', 'd');
    spelling text;
    pieces text[];
    whole text;
    last integer;
    found text[] := '{}';
  begin
    foreach spelling in array array[folded, spelled, short] loop
      pieces := array(
        select word from regexp_split_to_table(
          regexp_replace(spelling, '[''’‘\`´ʼ′".‐‑‒–—-]', '', 'g'),
          '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]+'
        ) with ordinality as split (word, at) where word <> '' order by at limit 20);
      found := found || caller_words(spelling) || pieces;
      for at in 1 .. coalesce(array_length(pieces, 1), 0) - 1 loop
        whole := pieces[at];
        last := at;
        while length(pieces[last]) <= 3 and last < array_length(pieces, 1) loop
          last := last + 1;
          whole := whole || pieces[last];
        end loop;
        found := found || whole;
        if array_length(pieces, 1) > 2 then
          found := found || (pieces[at] || pieces[at + 1]);
        end if;
      end loop;
    end loop;
    return array(
      select distinct word from unnest(found) as word where word !~ '[0-9]' and length(word) <= 100
      limit 60);
  end $$
`;

/** The signs of single scripts, and a quote sign within a word as Hebrew types it. */
const CHANGED = sql.raw(`'[׳՚״־֊・،]|[[:alpha:]]"[[:alpha:]]'`);

const reindexing = [
  sql`select index_caller(id) from caller where name ~* ${CHANGED} or location ~* ${CHANGED}`,
  sql`update contact set words = array(
      select distinct word from unnest(words || array(
        select unnest(caller_words(text) || spoken_words(text)) from unnest(tags || name) as text
      )) as word)
    where name ~* ${CHANGED} or array_to_string(tags, ' ') ~* ${CHANGED}`,
];

export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [folding, spokenWords, ...reindexing]) {
    await statement.execute(db);
  }
}
