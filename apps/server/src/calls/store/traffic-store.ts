import { sql } from "kysely";

import type { Db } from "../../platform/db/database.ts";

export interface Traffic {
  live: { state: string; desk: string; count: number }[];
  longestWaitS: number;
  ended: Record<"talked" | "abandoned" | "refused" | "other", number>;
  rehearsed: number;
}

/**
 * Runs at each scrape. It ignores ended calls that arrived more than six hours ago, so that the
 * query can use the index of a station's calls by time.
 */
export async function findTraffic(db: Db): Promise<Traffic> {
  const live = await sql<{ state: string; desk: string; count: number; waitS: number }>`
    select call_state->>'status' as state, desk->>'status' as desk, count(*)::int as count,
      extract(epoch from now() - min(arrived_at))::float8 as "waitS"
    from call where ended_at is null and not rehearsal group by 1, 2`.execute(db);
  const ended = await sql<Traffic["ended"]>`
    select
      count(*) filter (where answered_at is not null)::int as talked,
      count(*) filter (where answered_at is null and reason = 'caller_hung_up')::int as abandoned,
      count(*) filter (
        where answered_at is null and reason in ('rejected', 'line_closed', 'blocked'))::int as refused,
      count(*) filter (where answered_at is null and reason not in
        ('caller_hung_up', 'rejected', 'line_closed', 'blocked'))::int as other
    from station as s join call as c on c.station_id = s.id
    where c.arrived_at > now() - interval '6 hours' and c.ended_at > now() - interval '5 minutes'
      and not c.rehearsal
  `.execute(db);
  const rehearsed = await sql<{ count: number }>`
    select count(*)::int as count from call where ended_at is null and rehearsal`.execute(db);
  const [counts = { talked: 0, abandoned: 0, refused: 0, other: 0 }] = ended.rows;
  const waits = live.rows.filter(({ desk }) => desk === "waiting").map(({ waitS }) => waitS);
  return {
    live: live.rows.map(({ state, desk, count }) => ({ state, desk, count })),
    longestWaitS: Math.max(0, ...waits),
    ended: counts,
    rehearsed: rehearsed.rows[0]?.count ?? 0,
  };
}
