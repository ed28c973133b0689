import { sql, type Kysely } from "kysely";

// One folding for every script: ICU's small letters, whatever locale the database has. What people
// write in two ways is one letter: the sigma at an end of a word, Turkish i without its dot.
const folding = sql`
  create function fold_case(given text) returns text language sql immutable parallel safe as $$
    select lower(normalize(given, NFC) collate "und-x-icu")
  $$;

  create function fold_text(given text) returns text language sql immutable parallel safe as $$
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

// Words of names in plain Latin letters are as they were.
const refolded = sql`
  select index_caller(id) from caller
  where concat(name, location) ~ '[^\\u0001-\\u007f]' and merged_into is null;

  update contact set
    words = caller_words(concat_ws(' ', name, array_to_string(tags, ' ')))
      || caller_number_words(number)
      || array(select w from unnest(past_numbers) as n, unnest(caller_number_words(n)) as w),
    sort_name = array_to_string(array(
      select word from regexp_split_to_table(fold_text(name), '[\\s[:punct:]]+')
        with ordinality as split (word, at) where word <> '' order by at), ' ')
  where concat(name, array_to_string(tags, ' ')) ~ '[^\\u0001-\\u007f]';
`;

const wins = sql`
  alter table prize_rule add column collect_days integer
    check (collect_days between 1 and 730);
  alter table prize_win add column withdrawn_reason text;
  alter table prize_win drop constraint prize_win_status_check;
  alter table prize_win add constraint prize_win_status_check
    check (status in ('to_collect', 'collected', 'sent', 'expired', 'withdrawn'));
  create index prize_win_to_collect on prize_win (station_id, won_on)
    where status = 'to_collect';

  create or replace function wins_of_listener(
    of_station uuid, of_caller uuid, of_number text, of_address text, of_household boolean
  ) returns setof prize_win language sql stable as $$
    with numbers as (
      select of_number as number where of_number is not null
      union
      select n.number from caller_number n where n.caller_id = of_caller
    ), people as (
      select of_caller as caller_id where of_caller is not null
      union
      select n.caller_id from caller_number n
      where of_household and n.station_id = of_station
        and n.number in (select number from numbers)
    ), known as (
      select w.* from prize_win w
      where w.caller_id in (select caller_id from people) and w.station_id = of_station
      union
      select w.* from prize_win w
      where of_household and w.station_id = of_station
        and w.number in (select number from numbers)
    )
    select * from known
    union
    select w.* from prize_win w
    where of_household and w.station_id = of_station and w.address_key in (
      select of_address union select k.address_key from known k where k.status <> 'withdrawn'
    )
  $$;
`;

/** Names folded alike in every script; wins that are withdrawn or not collected in time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The words of a million callers take longer than one statement may otherwise.
  await sql`set local statement_timeout = 0`.execute(db);
  await folding.execute(db);
  await refolded.execute(db);
  await wins.execute(db);
}
