import { type QueryExecutorProvider, sql } from "kysely";

/** The words by which people find a name; `listSpokenWords` of the contract returns the same. */
const spokenWords = sql`
  create function spoken_words(given text) returns text[] language plpgsql immutable parallel safe as $$
  declare
    folded constant text := fold_text(given);
    spelled constant text := fold_text(replace(replace(replace(replace(replace(
      fold_case(given), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'å', 'aa'), 'ø', 'oe'));
    short constant text := regexp_replace(regexp_replace(folded, '([aou])e', '\\1', 'g'), 'aa', 'a', 'g');
    spelling text;
    pieces text[];
    whole text;
    last integer;
    found text[] := '{}';
  begin
    foreach spelling in array array[folded, spelled, short] loop
      pieces := array(
        select word from regexp_split_to_table(
          regexp_replace(spelling, '[''’‘\`´ʼ′.‐‑‒–—-]', '', 'g'),
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

const indexing = sql`
  create or replace function index_caller(who uuid) returns void language plpgsql as $$
  begin
    delete from caller_word where caller_id = who;
    insert into caller_word (caller_id, word, station_id)
    select distinct c.id, w.word, c.station_id
    from caller as c, unnest(
      caller_words(concat_ws(' ', c.name, c.location))
      || spoken_words(coalesce(c.name, '')) || spoken_words(coalesce(c.location, ''))
      || array(select unnest(caller_number_words(n.number)) from caller_number as n where n.caller_id = c.id)
    ) as w (word)
    where c.id = who and c.merged_into is null
    on conflict do nothing;
  end $$
`;

/** Names of two plain words, the most frequent ones, have no other words. */
const SPOKEN = sql.raw(`'[^a-z ]|ae|oe|ue|aa|(^| )[a-z]{1,3} | .* '`);

/** Adds the missing words of the known names to the index, in one statement for each table. */
const reindexing = [
  sql`insert into caller_word (caller_id, word, station_id)
    select c.id, w.word, c.station_id
    from caller as c, unnest(
      spoken_words(coalesce(c.name, '')) || spoken_words(coalesce(c.location, ''))) as w (word)
    where c.merged_into is null and (c.name ~* ${SPOKEN} or c.location ~* ${SPOKEN})
    on conflict do nothing`,
  sql`update contact set words = array(
      select distinct word
      from unnest(words || spoken_words(name) || spoken_words(array_to_string(tags, ' '))) as word)
    where concat_ws(' ', name, array_to_string(tags, ' ')) ~* ${SPOKEN}`,
];

export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [spokenWords, indexing, ...reindexing]) {
    await statement.execute(db);
  }
}
