import { sql, type Kysely } from "kysely";

const known = sql`
  alter table caller
    add column note text not null default '' check (length(note) <= 1000),
    add column changed_by text,
    add column merged_into uuid references caller on delete cascade;
  create index caller_merged on caller (merged_into) where merged_into is not null;
  create index caller_by_last_call on caller (station_id, last_call_at desc, id desc)
    where last_call_at is not null and merged_into is null;

  alter table caller_flag add column until timestamptz;
  create index caller_flag_until on caller_flag (until) where until is not null;

  create table caller_change (
    id uuid primary key,
    station_id uuid not null references station on delete cascade,
    kind text not null check (kind in ('merge', 'split')),
    caller_id uuid not null references caller on delete cascade,
    other_id uuid not null references caller on delete cascade,
    by_name text not null,
    at timestamptz not null,
    undone_at timestamptz,
    stored jsonb not null
  );
  create index caller_change_open on caller_change (caller_id, id desc) where undone_at is null;
`;

// Words are folded by one function for both sides of a search; their order is that of the bytes.
const words = sql`
  create table caller_word (
    caller_id uuid not null references caller on delete cascade,
    word text collate "C" not null,
    station_id uuid not null,
    primary key (caller_id, word)
  );
  create index caller_word_search on caller_word (station_id, word, caller_id);

  create function caller_words(given text) returns text[] language sql immutable as $$
    select coalesce(array_agg(distinct word), '{}') from regexp_split_to_table(
      lower(regexp_replace(normalize(given, NFD), '[\\u0300-\\u036f]', '', 'g')),
      '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]+'
    ) as word where word <> ''
  $$;

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

  insert into caller_word (caller_id, word, station_id)
  select distinct c.id, w.word, c.station_id
  from caller as c, unnest(
    caller_words(concat_ws(' ', c.name, c.location))
    || array(select unnest(caller_number_words(n.number)) from caller_number as n where n.caller_id = c.id)
  ) as w (word);
`;

/** What the desk knows of a person, by which words it is found, and merges that can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The words of a million callers take longer than one statement may otherwise.
  await sql`set local statement_timeout = 0`.execute(db);
  await known.execute(db);
  await words.execute(db);
}
