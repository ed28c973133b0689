import { beforeEach, expect, onTestFinished, test } from "vitest";

import { makeClaim, type NewClaimRequest } from "../../src/calls/claims/make-claim.ts";
import { openClaimsOfLine } from "../../src/calls/store/claim-store.ts";
import { saveLineFeed } from "../../src/stations/line-feeds/line-feed-store.ts";
import { lockLineFeeds } from "../../src/stations/line-feeds/set-line-feed.ts";
import type { Person } from "../support/people.ts";
import { openDesk } from "../support/telephone-desk.ts";
import { waitBehind } from "../support/wait-behind.ts";

const desk = await openDesk();
await desk.feedAir("line2");

beforeEach(() => {
  desk.clock.stop();
  onTestFinished(() => desk.clock.go());
});

function isOnHold(id: string, sid: string): boolean | undefined {
  return desk.service.rooms.get(`call:${id}`)?.participants.get(sid)?.hold;
}

function wantedBy({ id: user, name }: Person, call: string): NewClaimRequest {
  const line = "line1" as const;
  const at = { station: desk.station, line, role: "presenter" as const };
  return {
    call,
    holder: { user, name, line },
    at,
    feedsAir: false,
    audioServer: null,
    service: "main",
  };
}

function endsOf(sid: string): number {
  const own = desk.service.commands.filter((command) => command.sid === sid);
  return own.filter(({ type }) => type === "end" || type === "redirect").length;
}

test("[DS21] [DS32] a hang-up off air removes the operator's leg immediately, and ends the call after 5 s of music", async () => {
  const { screener } = desk.people;
  const { sid, id, leg } = await desk.converse(screener, "line1", "+61491570156");

  const ended = await desk.handle(screener, id, "hang_up");
  await desk.service.settle();
  const until = new Date(desk.clock.now() + 5_000).toISOString();
  expect(ended).toMatchObject({
    status: 200,
    claim: null,
    call: {
      desk: { status: "held", holder: { user: screener.id } },
      leaving: { reason: "operator_hung_up", by: { user: screener.id, name: "Bob" }, until },
    },
  });
  expect(desk.service.calls.has(leg)).toBe(false);
  expect(isOnHold(id, sid)).toBe(true);
  const again = await desk.handle(screener, id, "hang_up");
  expect(again.error?.message).toBe("This call is already being ended.");
  expect((await desk.hold(screener, id, false)).error?.message).toBe(
    "This call is already being ended.",
  );

  await desk.pass(4_900);
  expect(desk.service.calls.has(sid)).toBe(true);
  await desk.pass(200);
  expect(desk.service.calls.has(sid)).toBe(false);
  expect((await desk.call(id)).desk).toMatchObject({ status: "ended", reason: "operator_hung_up" });
});

test("[DS22] undo within the 5 s returns the caller to the same line, and no one else may undo it", async () => {
  const { presenter, producer } = desk.people;
  const { sid, id } = await desk.converse(presenter, "line1", "+61491570157");
  await desk.handle(presenter, id, "hang_up");
  await desk.pass(3_000);

  expect((await desk.handle(producer, id, "undo")).error?.code).toBe("call_taken");
  const undone = await desk.handle(presenter, id, "undo");
  expect(undone).toMatchObject({
    status: 200,
    claim: { line: "line1" },
    call: { leaving: null, desk: { status: "held" } },
  });
  await desk.connect(presenter, undone);
  await desk.pass(5_000);

  expect((await desk.call(id)).desk).toMatchObject({
    status: "screening",
    holder: { user: presenter.id, line: "line1" },
  });
  expect(isOnHold(id, sid)).toBe(false);
  expect((await desk.handle(presenter, id, "undo")).error?.message).toBe(
    "There is nothing to undo.",
  );
  await desk.service.drop(sid);
});

test("[DS22] undo puts the caller on hold when the line has another call", async () => {
  const { presenter } = desk.people;
  const first = await desk.converse(presenter, "line1", "+61491570158");
  await desk.handle(presenter, first.id, "hang_up");
  const second = await desk.converse(presenter, "line1", "+61491570159");

  const undone = await desk.handle(presenter, first.id, "undo");
  await desk.pass(5_000);

  expect(undone).toMatchObject({ status: 200, claim: null, call: { desk: { status: "held" } } });
  expect((await desk.call(second.id)).desk.status).toBe("screening");
  for (const { sid } of [first, second]) {
    await desk.service.drop(sid);
  }
});

test.each(["HOLD", "END"])(
  "[DS22] with %s a line that connects to the next caller keeps that caller, and undo returns the earlier one to hold",
  async (switchCallBehvaior) => {
    const { presenter } = desk.people;
    const settings = JSON.stringify({ switchCallBehvaior });
    await desk.db
      .insertInto("user_setting")
      .values({ user_id: presenter.id, settings })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ settings }))
      .execute();
    const first = await desk.converse(presenter, "line1", "+61491570158");
    await desk.handle(presenter, first.id, "hang_up");
    const second = await desk.ring("+61491570159");
    const accepted = await desk.handle(presenter, second.id, "accept");

    const undone = await desk.handle(presenter, first.id, "undo");
    expect(undone).toMatchObject({
      status: 200,
      claim: null,
      call: { leaving: null, desk: { status: "held", holder: { user: presenter.id } } },
    });
    await desk.connect(presenter, accepted);

    expect((await desk.call(second.id)).desk).toMatchObject({
      status: "screening",
      holder: { user: presenter.id, line: "line1" },
    });
    expect((await desk.call(first.id)).desk.status).toBe("held");
    for (const { sid } of [first, second]) {
      await desk.service.drop(sid);
    }
  },
);

test("[DS22] when an accept precedes a simultaneous undo, the accepted call keeps the line", async () => {
  const { presenter } = desk.people;
  const first = await desk.converse(presenter, "line1", "+61491570158");
  await desk.handle(presenter, first.id, "hang_up");
  const second = await desk.ring("+61491570159");

  const undone = await waitBehind(desk.db, {
    write: (trx) => makeClaim(trx, wantedBy(presenter, second.id), new Date(desk.clock.now())),
    act: () => desk.handle(presenter, first.id, "undo"),
  });

  expect(undone).toMatchObject({
    status: 200,
    claim: null,
    call: { leaving: null, desk: { status: "held" } },
  });
  const open = await openClaimsOfLine(desk.db, presenter.id, "line1");
  expect(open.map(({ call }) => call)).toEqual([second.id]);
  for (const { sid } of [first, second]) {
    await desk.service.drop(sid);
  }
});

test("[DS22] when an undo precedes a simultaneous accept, the accepted call gets the line too", async () => {
  const { presenter } = desk.people;
  const first = await desk.converse(presenter, "line1", "+61491570158");
  await desk.handle(presenter, first.id, "hang_up");
  const second = await desk.ring("+61491570159");

  const ofUndo = { ...wantedBy(presenter, first.id), freeLineOnly: true };

  const accepted = await waitBehind(desk.db, {
    write: (trx) => makeClaim(trx, ofUndo, new Date(desk.clock.now())),
    act: () => desk.handle(presenter, second.id, "accept"),
  });

  expect(accepted).toMatchObject({ status: 200, claim: { line: "line1" } });
  const open = await openClaimsOfLine(desk.db, presenter.id, "line1");
  expect(open.map(({ call }) => call)).toEqual([second.id]);
  expect((await desk.call(first.id)).desk.status).toBe("held");
  for (const { sid } of [first, second]) {
    await desk.service.drop(sid);
  }
});

test("[DS22] undo leaves the caller on hold when the line's air feed changes at the same moment", async () => {
  const { presenter } = desk.people;
  const { station } = desk;
  const { sid, id } = await desk.converse(presenter, "line1", "+61491570158");
  await desk.handle(presenter, id, "hang_up");

  const undone = await waitBehind(desk.db, {
    write: async (trx) => {
      await lockLineFeeds(trx, station);
      await saveLineFeed(trx, { station, line: "line1", feedsAir: true });
    },
    act: () => desk.handle(presenter, id, "undo"),
  });

  expect(undone).toMatchObject({ status: 200, claim: null });
  expect((await desk.call(id)).desk.status).toBe("held");
  const offAir = { station, line: "line1" as const, feedsAir: false };
  await desk.db.transaction().execute((trx) => saveLineFeed(trx, offAir));
  await desk.service.drop(sid);
});

test("[DS21] [CA15] a hang-up on air ends the call immediately and cannot be undone", async () => {
  const { presenter } = desk.people;
  const { sid, id } = await desk.converse(presenter, "line2", "+61491570162");

  const ended = await desk.handle(presenter, id, "hang_up");
  await desk.service.settle();

  expect(ended.call.desk).toMatchObject({ status: "ended", reason: "operator_hung_up" });
  expect(desk.service.calls.has(sid)).toBe(false);
  expect((await desk.handle(presenter, id, "undo")).error?.code).toBe("call_gone");
});

test("[DS24] [DS44] [KY55] a rejected caller waits 6 s and cannot be accepted, and any person with the permission can undo the rejection", async () => {
  const { producer, screener, owner } = desk.people;
  const gone = await desk.ring("+61491570163");
  const saved = await desk.ring("+61491570164");
  const calls = [gone.id, saved.id];

  const answer = await desk.post("/twilio/calls/reject_call", { calls }, producer);
  expect(answer.body).toEqual({ rejected: calls, spared: [] });
  const until = new Date(desk.clock.now() + 6_000).toISOString();
  expect(await desk.call(gone.id)).toMatchObject({
    desk: { status: "waiting" },
    leaving: { reason: "rejected", by: { user: producer.id, name: "Dan" }, until },
  });
  expect((await desk.handle(owner, gone.id, "accept")).error?.message).toBe(
    "This call is already being ended.",
  );

  await desk.pass(5_900);
  const undone = await desk.handle(screener, saved.id, "undo");
  expect(undone).toMatchObject({
    status: 200,
    claim: null,
    call: { leaving: null, desk: { status: "waiting" } },
  });
  await desk.pass(200);

  expect((await desk.call(gone.id)).desk).toMatchObject({ status: "ended", reason: "rejected" });
  expect(desk.service.calls.has(gone.sid)).toBe(false);
  expect(desk.service.calls.has(saved.sid)).toBe(true);
  await desk.service.drop(saved.sid);
});

test("[DS42] pending ends survive a restart of the server, and exactly one server completes each", async () => {
  const { screener, producer } = desk.people;
  const rejected = await desk.ring("+61491570165");
  const ended = await desk.converse(screener, "line1", "+61491570166");
  await desk.post("/twilio/calls/reject_call", { calls: [rejected.id] }, producer);
  await desk.handle(screener, ended.id, "hang_up");
  await desk.service.settle();

  desk.clock.push(60_000);
  await desk.restart();
  await desk.feature.monitor.tick();
  await desk.service.settle();

  for (const { id, sid } of [rejected, ended]) {
    expect((await desk.call(id)).desk.status).toBe("ended");
    expect(endsOf(sid)).toBe(1);
  }

  const many = await Promise.all(
    ["+61491570167", "+61491570168", "+61491570313"].map((number) => desk.ring(number)),
  );
  const calls = many.map(({ id }) => id);
  await desk.post("/twilio/calls/reject_call", { calls }, producer);
  desk.clock.push(6_000);
  const replica = await desk.replica();
  await Promise.all([desk.feature.monitor.tick(), replica.monitor.tick()]);
  await desk.service.settle();
  expect(many.map(({ sid }) => endsOf(sid))).toEqual([1, 1, 1]);
});

test("[CA21] [DS24] an end that the telephony service could not complete is repeated when the service is back", async () => {
  const { producer } = desk.people;
  const { id, sid } = await desk.ring("+61491570737");
  await desk.post("/twilio/calls/reject_call", { calls: [id] }, producer);
  desk.service.isAway = true;
  await desk.pass(6_000);
  expect((await desk.call(id)).leaving).toMatchObject({ until: null });
  expect((await desk.handle(producer, id, "undo")).error?.message).toBe(
    "There is nothing to undo.",
  );

  desk.service.isAway = false;
  for (let round = 0; round < 3; round += 1) {
    await desk.pass(31_000);
  }

  expect((await desk.call(id)).desk).toMatchObject({ status: "ended", reason: "rejected" });
  expect(desk.service.calls.has(sid)).toBe(false);
});

test("[CA21] a hang-up that the telephony service could not complete is repeated in the first comparison", async () => {
  const { admin } = desk.people;
  const { sid, id } = await desk.converse(admin, "line1", "+61491570737");
  await desk.handle(admin, id, "hang_up");
  desk.service.isAway = true;
  await desk.pass(6_000);
  expect((await desk.call(id)).leaving).toMatchObject({ until: null });

  desk.service.isAway = false;
  await desk.pass(3_000);

  expect((await desk.call(id)).desk).toMatchObject({ status: "ended", reason: "operator_hung_up" });
  expect(desk.service.calls.has(sid)).toBe(false);
});

test("[DS21] a caller who hangs up during the 5 s ends the call, and nothing is pending any more", async () => {
  const { admin } = desk.people;
  const { sid, id } = await desk.converse(admin, "line1", "+61491570006");
  await desk.handle(admin, id, "hang_up");
  await desk.service.drop(sid);
  await desk.service.settle();

  expect((await desk.call(id)).desk).toMatchObject({ status: "ended", reason: "operator_hung_up" });
  await desk.pass(6_000);
  expect(endsOf(sid)).toBe(0);
});
