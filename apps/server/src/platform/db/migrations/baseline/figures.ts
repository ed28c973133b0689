import { sql } from "kysely";

/** Figures have no foreign keys: they outlive the calls, people and lines that they count. */
export const figures = sql`
  create table hour_figure (
    station_id uuid not null,
    day date not null,
    hour timestamptz not null,
    phone_line_id uuid,
    direction text not null check (direction in ('inbound', 'outbound')),
    calls integer not null,
    net_calls integer not null,
    answered integer not null,
    answered_ms bigint not null,
    net_ms bigint not null,
    waited_ms bigint not null,
    abandoned integer not null,
    abandoned_ms bigint not null,
    new_callers integer not null,
    repeat_calls integer not null
  );
  create index hour_figure_day on hour_figure (station_id, day);

  create table wait_figure (
    station_id uuid not null,
    day date not null,
    phone_line_id uuid,
    wait_s integer not null,
    calls integer not null
  );
  create index wait_figure_day on wait_figure (station_id, day) include (phone_line_id, wait_s, calls);

  create table operator_figure (
    station_id uuid not null,
    day date not null,
    phone_line_id uuid,
    user_id uuid not null,
    calls integer not null,
    answered_ms bigint not null
  );
  create index operator_figure_day on operator_figure (station_id, day);

  -- Each line and all lines together are counted separately, because a sum would count a person
  -- twice.
  create table people_figure (
    station_id uuid not null,
    unit text not null check (unit in ('day', 'month')),
    start date not null,
    all_lines boolean not null,
    phone_line_id uuid,
    callers integer not null,
    repeat_callers integer not null
  );
  create index people_figure_start on people_figure (station_id, unit, start);
`;

/**
 * The days and months to count again. Each change adds a row: with one row per day, calls that end
 * at the same time would wait for each other.
 */
export const touchedFigures = sql`
  create table figure_touched (
    id bigint generated always as identity primary key,
    station_id uuid not null,
    unit text not null check (unit in ('day', 'month')),
    start date not null
  );
  create index figure_touched_start on figure_touched (station_id, unit, start);

  create function touch_figures() returns trigger language plpgsql as $$
  begin
    insert into figure_touched (station_id, unit, start)
    values (new.station_id, 'day', (new.arrived_at at time zone 'Australia/Sydney')::date);
    return null;
  end $$;

  create trigger call_added_to_figures after insert on call
    for each row when (new.ended_at is not null) execute function touch_figures();
  create trigger call_changes_figures after update on call
    for each row when (new.ended_at is not null and (
      old.ended_at, old.reason, old.answered_at, old.answered_by, old.caller_id,
      old.phone_line_id, old.direction, old.earlier_calls
    ) is distinct from (
      new.ended_at, new.reason, new.answered_at, new.answered_by, new.caller_id,
      new.phone_line_id, new.direction, new.earlier_calls
    )) execute function touch_figures();
`;
