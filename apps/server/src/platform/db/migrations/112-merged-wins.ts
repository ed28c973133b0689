import { sql, type Kysely } from "kysely";

/** The wins of a caller are also those of whom was merged into that caller. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
    $$
  `.execute(db);
}
