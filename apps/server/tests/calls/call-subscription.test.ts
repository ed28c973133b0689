import { afterAll, beforeAll, expect, test } from "vitest";

import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { aStation } from "../support/people.ts";
import { TelephoneDesk } from "../support/telephone-desk.ts";

let desk: TelephoneDesk;

beforeAll(async () => {
  desk = await TelephoneDesk.open();
});
afterAll(() => desk.close());

test("[RT22] a subscription answers what became of the calls that it is given", async () => {
  const { owner } = desk.people;
  const [goes, stays] = [await desk.ring("+61491570156"), await desk.ring("+61491570157")];
  const elsewhere = await aStation(desk.db, [[owner, "owner"]]);
  const other = await desk.ring("+61491570156", await desk.aLine({ station_id: elsewhere }));
  await desk.service.drop(goes.sid);
  await desk.service.drop(other.sid);
  const known = [goes.id, stays.id, other.id, uuidV7()];

  const body = { station: desk.station, known };
  const answer = await desk.post("/twilio/calls/call_subscription", body, owner);

  expect(answer.body["ended"]).toMatchObject([
    { id: goes.id, desk: { status: "ended", reason: "caller_hung_up" } },
  ]);
  await desk.service.drop(stays.sid);
});

test("[CN22] it counts the listeners who came and went while a console was away, and no others", async () => {
  const { owner } = desk.people;
  const known = await desk.ring("+61491570156");
  const [gone, stays] = [await desk.ring("+61491570157"), await desk.ring("+61491570158")];
  await desk.service.drop(known.sid);
  await desk.service.drop(gone.sid);
  const count = async (awayMs?: number) => {
    const body = { station: desk.station, known: [known.id], awayMs };
    return (await desk.post("/twilio/calls/call_subscription", body, owner)).body["cameAndWent"];
  };

  const ends = await desk.db
    .selectFrom("call")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("station_id", "=", desk.station)
    .where("ended_at", "is not", null)
    .executeTakeFirstOrThrow();
  expect(await count(3_600_000)).toBe(Number(ends.count) - 1);
  expect(await count()).toBe(0);
  desk.clock.push(5_000);
  expect(await count(1_000)).toBe(0);
  await desk.service.drop(stays.sid);
});

test("[CN24] a subscription says whether the exchange is there", async () => {
  const { owner } = desk.people;
  const read = async () =>
    (await desk.post("/twilio/calls/call_subscription", { station: desk.station }, owner)).body;
  desk.service.isAway = true;
  for (let round = 0; round < 3; round += 1) {
    desk.clock.push(6_000);
    await desk.feature.monitor.tick();
  }

  expect(await read()).toMatchObject({ telephony: "down" });
  desk.service.isAway = false;
  desk.clock.push(6_000);
  await desk.feature.monitor.tick();

  expect(await read()).toMatchObject({ telephony: "up" });
});
