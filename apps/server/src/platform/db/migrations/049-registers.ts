import { sql, type Kysely } from "kysely";

const flags = sql`
  alter table flag
    add column icon text,
    add column effect text not null default 'mark' check (effect in ('mark', 'to_back', 'block')),
    add column retired boolean not null default false;
  create index caller_flag_flag on caller_flag (flag_id);
`;

const unknownNumbers = sql`
  alter table phone_line
    add column withheld text not null default 'accept'
      check (withheld in ('accept', 'to_back', 'reject')),
    add column withheld_words text check (length(withheld_words) between 1 and 300);
  alter table call add column sent_back boolean not null default false;
`;

const callerIds = sql`
  create table caller_id (
    id uuid primary key,
    station_id uuid not null references station on delete cascade,
    number text not null check (number ~ '^[+][1-9][0-9]{1,14}$'),
    name text not null check (length(name) between 1 and 64),
    state text not null check (state in ('calling', 'verified', 'failed')),
    code text,
    requested_at timestamptz not null,
    verified_at timestamptz,
    service_sid text,
    in_use boolean not null default false check (not in_use or state = 'verified'),
    unique (station_id, number)
  );
  create unique index caller_id_in_use on caller_id (station_id) where in_use;
`;

// What a person is owed outweighs the log: the erasure alone may change what is append-only, in a
// transaction that says so, and never delete from it.
const erasure = sql`
  create or replace function refuse_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and current_setting('linedesk.erasing', true) = 'on' then
      return null;
    end if;
    raise exception '% is append-only', tg_table_name;
  end $$;
`;

/** What flags do, callers without a number, caller ids, and how a person is erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await flags.execute(db);
  await unknownNumbers.execute(db);
  await callerIds.execute(db);
  await erasure.execute(db);
}
