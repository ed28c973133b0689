import { sql } from "kysely";
import { expect, test } from "vitest";

import { ensureCallPartitions } from "../../src/calls/prune-old-calls.ts";
import { createTestDatabase } from "../support/database.ts";

test("the partitions of the next months are created in advance, by any number of servers at the same time", async () => {
  const database = await createTestDatabase();
  const now = new Date("2031-11-30T23:59:59.999Z");
  await Promise.all([1, 2, 3].map(() => ensureCallPartitions(database.db, now, now)));
  await ensureCallPartitions(database.db, now, now);

  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhrelid::regclass::text like '%_203%' and inhrelid::regclass::text not like '%idx%'
      and inhparent in ('call'::regclass, 'call_event'::regclass) order by 1
  `.execute(database.db);
  await database.close();

  expect(rows.map((row) => row.name)).toEqual([
    "call_2031_11",
    "call_2031_12",
    "call_2032_01",
    "call_2032_02",
    "call_event_2031_11",
    "call_event_2031_12",
    "call_event_2032_01",
    "call_event_2032_02",
  ]);
});

test("the events of a call can be neither changed nor removed", async () => {
  const database = await createTestDatabase();

  await expect(sql`update call_event set type = 'x'`.execute(database.db)).rejects.toThrow(
    "append-only",
  );
  await expect(sql`delete from call_event`.execute(database.db)).rejects.toThrow("append-only");
  await database.close();
});
