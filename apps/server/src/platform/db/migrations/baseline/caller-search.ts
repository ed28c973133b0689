import { sql } from "kysely";

/**
 * Folds a text for both sides of a search. ICU folds every script in the same way with any locale
 * of the database. Letters with two spellings, such as the final sigma, become one.
 */
export const wordFolding = sql`
  create or replace function fold_case(given text) returns text
  language sql immutable parallel safe as $$
    select lower(normalize(given, NFC) collate "und-x-icu")
  $$;

  create or replace function fold_text(given text) returns text
  language sql immutable parallel safe as $$
    select replace(replace(replace(
      translate(
        fold_case(regexp_replace(normalize(given, NFD), '[\\u0300-\\u036f]', '', 'g')),
        'ςıøłđ', 'σiold'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
  $$;

  create or replace function caller_words(given text) returns text[] language sql immutable as $$
    select coalesce(array_agg(distinct word), '{}') from regexp_split_to_table(
      fold_text(given),
      '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]+'
    ) as word where word <> ''
  $$;
`;

export const callerSearch = sql`
  create table caller_word (
    caller_id uuid not null references caller on delete cascade,
    word text collate "C" not null,
    station_id uuid not null,
    primary key (caller_id, word)
  );
  create index caller_word_search on caller_word (station_id, word, caller_id);

  create function caller_number_words(number text) returns text[] language sql immutable as $$
    select case when number like '+61%'
      then array[substr(number, 2), '0' || substr(number, 4)]
      else array[substr(number, 2)] end
  $$;

  create function index_caller(who uuid) returns void language plpgsql as $$
  begin
    delete from caller_word where caller_id = who;
    insert into caller_word (caller_id, word, station_id)
    select distinct c.id, w.word, c.station_id
    from caller as c, unnest(
      caller_words(concat_ws(' ', c.name, c.location))
      || array(select unnest(caller_number_words(n.number)) from caller_number as n where n.caller_id = c.id)
    ) as w (word)
    where c.id = who and c.merged_into is null
    on conflict do nothing;
  end $$;

  create function index_changed_caller() returns trigger language plpgsql as $$
  begin
    if tg_table_name = 'caller' then
      perform index_caller(new.id);
    elsif tg_op = 'DELETE' then
      perform index_caller(old.caller_id);
    else
      perform index_caller(new.caller_id);
    end if;
    return null;
  end $$;

  create trigger caller_indexed after insert or update of name, location, merged_into on caller
    for each row execute function index_changed_caller();
  create trigger caller_number_indexed after insert or delete on caller_number
    for each row execute function index_changed_caller();
`;
