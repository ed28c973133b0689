import { afterAll, beforeAll, expect, test } from "vitest";

import { decodeArrivalTime } from "../../src/calls/store/call-record.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { aContactLine } from "../support/a-contact-line.ts";
import { TelephoneDesk } from "../support/telephone-desk.ts";

let desk: TelephoneDesk;

beforeAll(async () => {
  desk = await TelephoneDesk.open();
});
afterAll(() => desk.close());

/** More past calls and contacts than a page has. */
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

test("[AD145] [HI5] [CT13] an export goes on only for who began it, with the same filters, so that each stands in the audit", async () => {
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
