import { sql, type Kysely } from "kysely";

/** Prizes with their stock, wins, the station's rules, and what an outside system is to get. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await makePrizes(db);
  await makeWins(db);
  await makePromotion(db);
}

async function makePrizes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table prize (
      id uuid primary key,
      station_id uuid not null references station,
      name text not null check (length(name) between 1 and 100),
      value_cents integer not null check (value_cents >= 0),
      stock integer not null check (stock >= 0),
      retired boolean not null default false,
      version integer not null default 1
    )`.execute(db);
  await sql`
    create unique index prize_name on prize (station_id, lower(name)) where not retired`.execute(
    db,
  );
  await sql`
    create table prize_rule (
      station_id uuid primary key references station,
      household boolean not null,
      tiers jsonb not null
    )`.execute(db);
}

async function makeWins(db: Kysely<unknown>): Promise<void> {
  // No foreign key to the call: the win outlives it.
  await sql`
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
        check (status in ('to_collect', 'collected', 'sent', 'expired')),
      status_by text not null,
      status_at timestamptz not null,
      version integer not null default 1
    )`.execute(db);
  await sql`create index prize_win_station on prize_win (station_id, id desc)`.execute(db);
  await sql`create index prize_win_number on prize_win (station_id, number)`.execute(db);
  await sql`create index prize_win_caller on prize_win (caller_id)`.execute(db);
  await sql`
    create index prize_win_address on prize_win (station_id, address_key)
      where address_key is not null`.execute(db);
  await makeHousehold(db);
}

/**
 * The one definition of whose wins count: for the mark on a call, the history and the refusal. A
 * person alone, or the household: the same number, somebody who shares one, or the same address.
 */
async function makeHousehold(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function wins_of_listener(
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
        select of_address union select k.address_key from known k
      )
    $$`.execute(db);
}

async function makePromotion(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table prize_delivery (
      win_id uuid primary key references prize_win,
      station_id uuid not null references station,
      next_at timestamptz not null,
      attempts integer not null default 0,
      delivered_at timestamptz
    )`.execute(db);
  await sql`
    create index prize_delivery_due on prize_delivery (next_at) where delivered_at is null`.execute(
    db,
  );
  await sql`
    create table prize_listener (
      station_id uuid not null references station,
      number text not null,
      listener_id text,
      hold jsonb,
      known_at timestamptz not null,
      primary key (station_id, number)
    )`.execute(db);
  // One row: since when the outside system does not answer.
  await sql`
    create table promotion_system (
      id boolean primary key default true check (id),
      down_since timestamptz
    )`.execute(db);
  await sql`insert into promotion_system default values`.execute(db);
}
