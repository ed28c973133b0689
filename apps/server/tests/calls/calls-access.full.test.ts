import { expect, test } from "vitest";

import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();

test("[DS2] when two people accept at the same time, one gets the call and the other sees the first one's name, 100 times", async () => {
  const { owner, screener } = desk.people;
  for (let round = 0; round < 100; round += 1) {
    const { sid, id: call } = await desk.ring("+61491570157");
    const [one, two] = await Promise.all([
      desk.handle(owner, call, "accept"),
      desk.handle(screener, call, "accept"),
    ]);
    const [winner, loser] = one.status === 200 ? [one, two] : [two, one];
    expect(winner.claim).not.toBeNull();
    expect([winner.status, loser.status]).toEqual([200, 409]);
    expect(loser.error).toMatchObject({
      code: "call_taken",
      message: `${winner.call.claimedBy?.name} has this call.`,
    });
    await desk.service.drop(sid);
  }
});

test("[DS5] a foreign, used, unknown or malformed claim connects no one", async () => {
  const { owner, screener } = desk.people;
  const { id: call } = await desk.ring("+61491570158");
  const { claim } = await desk.handle(owner, call, "accept");
  const right = claim?.id ?? "";

  for (const [user, wrong] of [
    [screener.id, right],
    [owner.id, uuidV7()],
    [owner.id, "'; drop table claim"],
    [owner.id, ""],
  ] as const) {
    expect((await desk.service.connect(user, wrong)).isIn).toBe(false);
  }

  expect((await desk.service.connect(owner.id, right)).isIn).toBe(true);
  expect((await desk.service.connect(owner.id, right)).isIn).toBe(false);
});

test("[DS35] a softphone that connects before its claim exists waits and is admitted", async () => {
  const { owner } = desk.people;
  const { sid, id: call } = await desk.ring("+61491570160");
  const wanted = uuidV7();

  const connecting = desk.service.connect(owner.id, wanted);
  const accepted = await desk.handle(owner, call, "accept", "line1", wanted);

  expect(accepted).toMatchObject({ status: 200, claim: { id: wanted } });
  expect((await connecting).isIn).toBe(true);
  await desk.service.drop(sid);
});

test("[DS35] a softphone that connects is answered while another transaction locks the call's row, and its leg is stored afterwards", async () => {
  const { owner } = desk.people;
  const { sid, id: call } = await desk.ring("+61491570163");
  const { claim } = await desk.handle(owner, call, "accept");
  const leg = `CA${"39".repeat(16)}`;
  const params = { CallSid: leg, From: `client:${owner.id}`, claim: claim?.id ?? "" };
  function findLegs() {
    return desk.db.selectFrom("call_leg").select("call_id").where("sid", "=", leg).execute();
  }

  const answer = await desk.db.transaction().execute(async (trx) => {
    await trx.selectFrom("call").select("id").where("id", "=", call).forUpdate().execute();
    const { body } = await desk.service.post("/api/twilio/voice/connect", params);
    return { body, legs: await findLegs() };
  });

  expect(answer.body).toContain("<Conference");
  expect(answer.legs).toEqual([]);
  await expect.poll(findLegs).toEqual([{ call_id: call }]);
  await desk.service.drop(sid);
});

test("[DS35] a person who was admitted with an expired claim is removed again", async () => {
  const { owner } = desk.people;
  const { sid, id: call } = await desk.ring("+61491570164");
  const { claim } = await desk.handle(owner, call, "accept");
  const id = claim?.id ?? "";
  await desk.db.updateTable("claim").set({ lapsed_at: new Date() }).where("id", "=", id).execute();

  const leg = await desk.service.connect(owner.id, id);

  await expect.poll(() => desk.service.commands).toContainEqual({ type: "end", sid: leg.sid });
  await desk.service.settle();
  expect((await desk.call(call)).desk).toMatchObject({ status: "waiting" });
  expect((await desk.service.connect(owner.id, id)).isIn).toBe(false);
  await desk.service.drop(sid);
});

test("[DS35] a claim id that anybody used before is refused, and the error names the field", async () => {
  const { owner, screener } = desk.people;
  const [one, other] = [await desk.ring("+61491570161"), await desk.ring("+61491570162")];
  const used = uuidV7();
  await desk.handle(owner, one.id, "accept", "line1", used);

  const again = await desk.handle(screener, other.id, "accept", "line1", used);

  expect(again.status).toBe(400);
  expect(again.error).toMatchObject({ code: "bad_request", fields: { claim: expect.any(Object) } });
  expect(await desk.call(other.id)).toMatchObject({ claimedBy: null });
  for (const { sid } of [one, other]) {
    await desk.service.drop(sid);
  }
});

test("[LN9] [RL21] a screener may not take a call on a line that feeds the air, and a presenter may", async () => {
  const feed = { station_id: desk.station, line: "line2", feeds_air: true } as const;
  await desk.db
    .insertInto("station_line_feed")
    .values(feed)
    .onConflict((conflict) => conflict.columns(["station_id", "line"]).doUpdateSet(feed))
    .execute();
  const { sid, id: call } = await desk.ring("+61491570159");

  expect(await desk.handle(desk.people.screener, call, "accept", "line2")).toMatchObject({
    status: 403,
  });
  await desk.take(desk.people.presenter, call, "line2");
  expect((await desk.call(call)).desk.status).toBe("on_air");
  expect((await desk.handle(desk.people.screener, call, "hang_up")).status).toBe(403);

  const rejected = await desk.post(
    "/twilio/calls/reject_call",
    { calls: [call] },
    desk.people.owner,
  );
  expect(rejected.body).toEqual({ rejected: [], spared: [{ call, reason: "on air" }] });
  await desk.service.drop(sid);
});

test("[CA26] actions in the wrong state are refused with a message and change nothing", async () => {
  const { owner, screener } = desk.people;
  const waiting = await desk.ring("+61491570110");
  expect((await desk.handle(owner, waiting.id, "hang_up")).error?.code).toBe("call_state");
  expect((await desk.handle(owner, waiting.id, "take_over")).error?.code).toBe("call_state");
  expect((await desk.hold(owner, waiting.id, true)).error?.code).toBe("call_state");

  const screened = await desk.converse(owner, "line1", "+61491570313");
  expect((await desk.handle(owner, screened.id, "accept")).error?.code).toBe("call_state");
  expect((await desk.handle(screener, screened.id, "take_over")).error).toMatchObject({
    code: "call_taken",
    message: "Alice has this call.",
  });
  for (const action of ["hang_up", "verify", "unverify"]) {
    expect((await desk.handle(screener, screened.id, action)).error?.code).toBe("call_taken");
  }
  for (const action of ["mark_next", "swap", "undo"]) {
    expect((await desk.handle(owner, screened.id, action)).error?.code).toBe("call_state");
  }
  expect((await desk.hold(screener, screened.id, true)).error?.code).toBe("call_taken");

  await desk.service.drop(screened.sid);
  await desk.service.settle();
  for (const action of ["accept", "move", "verify", "lock", "mark_next", "undo", "hang_up"]) {
    expect((await desk.handle(owner, screened.id, action)).error?.code).toBe("call_gone");
  }
  expect((await desk.hold(owner, screened.id, true)).error?.code).toBe("call_gone");
});

test("[DS11] a hold that the service does not confirm fails with a message, and the call stays unchanged", async () => {
  const screened = await desk.converse(desk.people.admin, "line1", "+61491570737");
  desk.service.isSilent = true;
  const silent = await desk.hold(desk.people.admin, screened.id, true);
  await desk.service.settle();
  desk.service.isSilent = false;

  expect(silent).toMatchObject({ status: 502, error: { code: "telephony_failed" } });
  expect((await desk.call(screened.id)).desk.status).toBe("screening");
});
