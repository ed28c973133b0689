import { type QueryExecutorProvider, sql } from "kysely";

/** Each row is a caller whom a failure of the exchange cut off. Old rows are pruned. */
const cutOffs = sql`
  create table cut_off (
    call_id uuid primary key,
    station_id uuid not null references station on delete cascade,
    at timestamptz not null,
    was text not null
      check (was in ('on_air', 'line', 'next', 'verified', 'held', 'ringing')),
    since timestamptz not null,
    user_id uuid,
    user_name text,
    line text check (line in ('line1', 'line2')),
    -- The later call with this caller.
    again_call_id uuid,
    released_at timestamptz
  );
  create index cut_off_station on cut_off (station_id, at);
  create index cut_off_again on cut_off (again_call_id) where again_call_id is not null;
`;

export async function up(db: QueryExecutorProvider): Promise<void> {
  await cutOffs.execute(db);
}
