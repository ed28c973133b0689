import { sql } from "kysely";
import { expect, test } from "vitest";

import { ensureCallPartitions } from "../../src/calls/prune-old-calls.ts";
import { readDialUse } from "../../src/calls/store/dial-store.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { openTestDatabase } from "../support/database.ts";
import { aStation } from "../support/people.ts";

const MINUTE_MS = 60_000;

const database = await openTestDatabase();
/** Inserts a call dialled half an hour before a moment and ended half an hour after it. */
async function dialAround(station: string, midnight: Date): Promise<void> {
  const [from, to] = [-30, 30].map((minutes) => new Date(midnight.getTime() + minutes * MINUTE_MS));
  const desk = { status: "ended", reason: "operator_hung_up", at: to, verified: false };
  await ensureCallPartitions(database.db, midnight, midnight);
  await sql`
    insert into call (id, station_id, direction, arrived_at, answered_at, ended_at, dialled_at,
      changed_at, reason, call_state, desk, description)
    values (${uuidV7(from?.getTime() ?? 0)}, ${station}, 'outbound', ${from}, ${from}, ${to},
      ${from}, ${to}, 'operator_hung_up', '{"status":"ended","reason":"completed"}',
      ${JSON.stringify(desk)}, '')
  `.execute(database.db);
}

test.each([
  // In October the clocks go forward at 02:00, so the day has 23 hours. The day in April has 25.
  ["2026-10-03T14:00:00Z", "2026-10-04T13:00:00Z"],
  ["2027-04-03T13:00:00Z", "2027-04-04T14:00:00Z"],
])("[LG7] the minutes dialled today count from midnight in Sydney, %s", async (from, to) => {
  const station = await aStation(database.db);
  const [midnight, next] = [new Date(from), new Date(to)];
  await dialAround(station, midnight);
  async function minutesAt(now: Date): Promise<number> {
    return (await readDialUse(database.db, { station, user: null, now })).minutesToday;
  }

  const lastOfDay = await minutesAt(new Date(next.getTime() - 1));
  const firstOfNext = await minutesAt(next);

  expect([lastOfDay, firstOfNext]).toEqual([30, 0]);
});
