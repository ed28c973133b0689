import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";

import { aSid } from "../support/scripted-sids.ts";
import { TelephoneDesk } from "../support/telephone-desk.ts";

const INCOMING = "/api/twilio/voice/incoming";

let desk: TelephoneDesk;

beforeEach(async () => {
  desk = await TelephoneDesk.open();
});
afterEach(() => desk.close());

/** Makes PostgreSQL refuse new rows of calls with its error for a full disk. */
async function setFull(isFull: boolean): Promise<void> {
  await (
    isFull
      ? sql`create function refuse_full() returns trigger language plpgsql as $$
          begin raise exception 'could not extend file' using errcode = '53100'; end $$;
          create trigger full_disk before insert on call
            for each statement execute function refuse_full();`
      : sql`drop trigger full_disk on call; drop function refuse_full`
  ).execute(desk.ownerDb);
}

function incoming(sid: string, from: string, path = INCOMING) {
  const params = { CallSid: sid, To: desk.line, From: from, CallStatus: "ringing" };
  return desk.service.post(path, params);
}

function redirectIn(body: string): string {
  const url = /<Redirect[^>]*>([^<]*)<\/Redirect>/.exec(body)?.[1] ?? "";
  return url.replace(desk.service.base, "").replaceAll("&amp;", "&");
}

test("[PL16] a caller whose call cannot be stored hears an apology and music, and is later queued by the time of the first ring", async () => {
  const [early, late] = [aSid("CA"), aSid("CA")];
  await setFull(true);
  const refused = await incoming(early, "+61491570156");
  expect(refused.status).toBe(200);
  expect(refused.body).toMatch(/please-wait\.wav<\/Play><Play>[^<]*hold-music\.wav<\/Play>/);
  desk.clock.push(30_000);
  const again = await incoming(early, "+61491570156", redirectIn(refused.body));
  expect(redirectIn(again.body)).toBe(redirectIn(refused.body));

  await setFull(false);
  desk.clock.push(5_000);
  const second = await incoming(late, "+61491570157");
  desk.clock.push(5_000);
  const first = await incoming(early, "+61491570156", redirectIn(again.body));

  expect([first.body, second.body].every((body) => body.includes("<Enqueue"))).toBe(true);
  const queue = await desk.get(
    `/twilio/calls/call_queue?station=${desk.station}`,
    desk.people.owner,
  );
  const calls = queue.body["calls"] as { id: string; arrivedAt: string }[];
  expect(calls.map(({ id }) => id)).toEqual([await desk.idOf(early), await desk.idOf(late)]);
  const waitedMs = desk.clock.now() - Date.parse(calls[0]?.arrivedAt ?? "");
  expect(waitedMs).toBeGreaterThanOrEqual(40_000);
});

test("[PL16] an impossible time of the first ring counts as now", async () => {
  for (const since of [desk.clock.now() + 3_600_000, desk.clock.now() - 9 * 3_600_000]) {
    const sid = aSid("CA");
    const { status } = await incoming(sid, "+61491570158", `${INCOMING}?since=${since}`);

    expect(status).toBe(200);
    const { arrivedAt } = await desk.call(await desk.idOf(sid));
    expect(Math.abs(Date.parse(arrivedAt) - desk.clock.now())).toBeLessThan(60_000);
  }
});

test("[PL16] an operator sees a message that nothing can be stored", async () => {
  const { id } = await desk.ring();
  await sql`create function refuse_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(
    desk.ownerDb,
  );
  await sql`create trigger full_disk before insert on claim
    for each statement execute function refuse_full()`.execute(desk.ownerDb);

  const answer = await desk.handle(desk.people.owner, id, "accept");

  expect([answer.status, answer.error?.message]).toEqual([
    503,
    "The disk of the server is full, so nothing can be saved. Tell an admin.",
  ]);
  expect((await desk.call(id)).desk.status).toBe("waiting");
});
