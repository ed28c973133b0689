import { expect, test } from "vitest";

import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { aStation } from "../support/people.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();

test("[RT12] a subscription returns those of the console's known calls that have ended", async () => {
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

test("[CN22] a subscription counts only the listeners who called and left while the console was away", async () => {
  const { owner } = desk.people;
  await desk.service.drop((await desk.ring("+61491570156")).sid);
  desk.clock.push(60_000);
  const known = await desk.ring("+61491570156");
  const [gone, stays] = [await desk.ring("+61491570157"), await desk.ring("+61491570158")];
  const refused = await desk.ring("+61491570110");
  const dialled = await desk.ring("+61491570159");
  for (const { sid } of [known, gone, refused, dialled]) {
    await desk.service.drop(sid);
  }
  const change = (id: string, values: object) =>
    desk.db.updateTable("call").set(values).where("id", "=", id).execute();
  await change(refused.id, { reason: "line_closed" });
  await change(dialled.id, { direction: "outbound" });
  const count = async (awayMs?: number) => {
    const body = { station: desk.station, known: [known.id], awayMs };
    return (await desk.post("/twilio/calls/call_subscription", body, owner)).body["cameAndWent"];
  };

  expect(await count(30_000)).toBe(1);
  expect(await count()).toBe(0);
  desk.clock.push(30_000);
  expect(await count(1_000)).toBe(0);
  await desk.service.drop(stays.sid);
});
