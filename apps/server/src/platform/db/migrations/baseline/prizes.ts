import { sql } from "kysely";

/** Prizes, their rules and the wins; a win has no foreign key and outlives its call. */
export const prizes = sql`
  create table prize (
    id uuid primary key,
    station_id uuid not null references station,
    name text not null check (length(name) between 1 and 100),
    value_cents integer not null check (value_cents >= 0),
    stock integer not null check (stock >= 0),
    retired boolean not null default false,
    version integer not null default 1
  );
  create unique index prize_name on prize (station_id, lower(name)) where not retired;

  create table prize_rule (
    station_id uuid primary key references station,
    household boolean not null,
    tiers jsonb not null,
    collect_days integer check (collect_days between 1 and 730)
  );

  create table prize_win (
    id uuid primary key,
    station_id uuid not null references station,
    call_id uuid not null,
    prize_id uuid not null references prize,
    prize_name text not null,
    value_cents integer not null,
    caller_id uuid references caller on delete set null,
    number text not null,
    name text,
    address text,
    address_key text,
    won_at timestamptz not null,
    won_on date not null,
    recorded_by text not null,
    exception text,
    contest_entry_id uuid references contest_entry,
    status text not null default 'to_collect'
      check (status in ('to_collect', 'collected', 'sent', 'expired', 'withdrawn')),
    status_by text not null,
    status_at timestamptz not null,
    withdrawn_reason text,
    version integer not null default 1
  );
  create index prize_win_station on prize_win (station_id, id desc);
  create index prize_win_day on prize_win (station_id, won_on);
  create index prize_win_number on prize_win (station_id, number);
  create index prize_win_caller on prize_win (caller_id);
  create index prize_win_address on prize_win (station_id, address_key)
    where address_key is not null;
  create index prize_win_to_collect on prize_win (station_id, won_on)
    where status = 'to_collect';
`;

/**
 * The only definition of the wins that count for a listener: the wins of the person and of callers
 * merged into the person, or the wins of the household, which shares a number or an address.
 */
export const household = sql`
  create or replace function wins_of_listener(
    of_station uuid, of_caller uuid, of_number text, of_address text, of_household boolean
  ) returns setof prize_win language sql stable as $$
    with who as (
      select coalesce(c.merged_into, c.id) as caller_id from caller c where c.id = of_caller
    ), numbers as (
      select of_number as number where of_number is not null
      union
      select n.number from caller_number n where n.caller_id in (select caller_id from who)
    ), persons as (
      select caller_id from who
      union
      select n.caller_id from caller_number n
      where of_household and n.station_id = of_station
        and n.number in (select number from numbers)
    ), people as (
      select caller_id from persons
      union
      select m.id from caller m where m.merged_into in (select caller_id from persons)
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

export const promotion = sql`
  create table prize_delivery (
    win_id uuid primary key references prize_win,
    station_id uuid not null references station,
    next_at timestamptz not null,
    attempts integer not null default 0,
    delivered_at timestamptz
  );
  create index prize_delivery_due on prize_delivery (next_at) where delivered_at is null;

  create table prize_listener (
    station_id uuid not null references station,
    number text not null,
    listener_id text,
    hold jsonb,
    known_at timestamptz not null,
    primary key (station_id, number)
  );

  -- The table has exactly one row.
  create table promotion_system (
    id boolean primary key default true check (id),
    url text,
    secret text,
    -- The system has not answered since this time; null while it answers.
    down_since timestamptz,
    check ((url is null) = (secret is null))
  );
  insert into promotion_system default values;
`;
