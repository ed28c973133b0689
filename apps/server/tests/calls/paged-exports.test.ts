import { sql } from "kysely";
import { expect, test } from "vitest";

import { decodeArrivalTime } from "../../src/calls/store/call-record.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { aContactLine } from "../support/a-contact-line.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();

async function fillStation(): Promise<void> {
  const over = { station_id: desk.station, direction: "inbound", reason: "failed" } as const;
  const calls = Array.from({ length: 1_100 }, () => {
    const id = uuidV7();
    const at = decodeArrivalTime(id);
    const states = { call_state: "{}", desk: "{}" };
    return { id, arrived_at: at, ended_at: at, changed_at: at, ...over, ...states };
  });
  await desk.db.insertInto("call").values(calls).execute();
  for (const from of [0, 1_000]) {
    const rows = Array.from({ length: 1_000 }, (_, n) => aContactLine(from + n));
    const body = { station: desk.station, dryRun: false, rows };
    expect((await desk.post("/contacts/import", body, desk.people.admin)).status).toBe(200);
  }
}

async function countEntries(action: string): Promise<number> {
  const entries = desk.db.selectFrom("audit_entry").select("id").where("action", "=", action);
  return (await entries.execute()).length;
}

test("[HI5] [CT13] only the person who began an export continues it, with the same filters, and the audit records the export", async () => {
  await fillStation();
  const { admin, owner } = desk.people;
  const station = { station: desk.station };
  const exports = [
    { path: `/station/${desk.station}/caller/history/export`, of: {}, action: "history.exported" },
    { path: "/contacts/export", of: station, action: "contacts.exported" },
  ];
  const [first] = exports;
  for (const { path, of, action } of exports) {
    const page = (cursor: unknown, person = admin, more = {}) =>
      desk.post(path, { ...of, ...more, cursor }, person);
    for (const made of ["ffffffff-ffff-7fff-bfff-ffffffffffff", `${uuidV7()}.1.x`, ""]) {
      expect((await page(made)).status).toBe(400);
    }
    expect(await countEntries(action)).toBe(0);

    const { status, body } = await page(undefined);
    expect([status, (body["items"] as unknown[]).length]).toEqual([200, 1_000]);
    expect(await countEntries(action)).toBe(1);
    const cursor = body["nextCursor"];
    expect((await page(cursor, owner)).status).toBe(400);
    const narrowed = path === first?.path ? { text: "kim" } : { owner: "person" };
    expect((await page(cursor, admin, narrowed)).status).toBe(400);
    const second = await page(cursor);
    expect(second.body["nextCursor"]).toBeNull();
    expect((second.body["items"] as unknown[]).length).toBeGreaterThan(0);
    expect(await countEntries(action)).toBe(1);
  }
});

async function fillWins(): Promise<void> {
  const { producer } = desk.people;
  const prize = { station: desk.station, name: "Mug", valueCents: 500, stock: 1 };
  const added = await desk.post("/promo/prizes", prize, producer);
  const { id: mug } = added.body["prize"] as { id: string };
  const line = await desk.db
    .selectFrom("phone_line")
    .select("id")
    .where("number", "=", desk.line)
    .executeTakeFirstOrThrow();
  const contest = { phoneLine: line.id, callerCount: 5 };
  const begun = await desk.post(`/station/${desk.station}/contest`, contest, producer);
  const { id: quiz } = begun.body["contest"] as { id: string };
  await sql`
    with new_call as (
      insert into call (id, arrived_at, ended_at, changed_at, station_id, direction, reason,
        call_state, desk)
      select gen_random_uuid(), now(), now(), now(), ${desk.station}, 'inbound', 'failed', '{}', '{}'
      from generate_series(1, 1001) returning id
    )
    insert into prize_win (id, station_id, call_id, prize_id, prize_name, value_cents, number,
      won_at, won_on, recorded_by, status_by, status_at)
    select gen_random_uuid(), ${desk.station}, id, ${mug}, 'Mug', 500, '+61491570006',
      now(), now(), 'Dan', 'Dan', now()
    from new_call`.execute(desk.db);
  await sql`
    insert into contest_entry (id, contest_id, call_id, at, number, outcome)
    select gen_random_uuid(), ${quiz}, gen_random_uuid(), now(), '+61491570' || n, 'early'
    from generate_series(1000, 2000) n`.execute(desk.db);
}

test("audit, contest log and wins are exported page by page with one audit entry each, and the pages together are the whole file", async () => {
  const { admin, owner } = desk.people;
  await fillWins();
  await sql`
    insert into audit_entry (id, station_id, action, subject_type)
    select gen_random_uuid(), ${desk.station}, 'test.filled', 'line' from generate_series(1, 1001)
  `.execute(desk.db);
  const exports = [
    { path: `/admin/${desk.station}/audit/export`, of: { action: "test filled" } },
    { path: `/station/${desk.station}/contest/export`, of: {} },
    { path: "/promo/export", of: { station: desk.station } },
  ];
  for (const [n, { path, of }] of exports.entries()) {
    const action = ["audit.exported", "contest.exported", "prize_wins.exported"][n] ?? "";
    const first = await desk.post(path, of, admin);
    expect([path, first.body]).toMatchObject([path, { rows: 1_000, total: 1_001 }]);
    const cursor = first.body["nextCursor"];
    expect((await desk.post(path, { ...of, cursor }, owner)).status).toBe(400);
    expect((await desk.post(path, { ...of, cursor: "0.0.x" }, admin)).status).toBe(400);
    const second = await desk.post(path, { ...of, cursor }, admin);
    expect([path, second.body]).toMatchObject([path, { rows: 1, total: null, nextCursor: null }]);
    const text = `${String(second.body["csv"])}${String(first.body["csv"])}`;
    const lines = text.trimEnd().split("\r\n");
    expect([path, lines.length, new Set(lines).size]).toEqual([path, 1_002, 1_002]);
    expect(lines[0]).toMatch(/^\uFEFF"(?:at|time|won on)",/);
    expect(await countEntries(action)).toBe(1);
  }
});
