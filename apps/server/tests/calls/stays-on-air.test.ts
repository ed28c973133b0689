import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { Person } from "../support/people.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();
await desk.feedAir("line2");

// Without a screener at a console, Next takes callers whom nobody has screened.
desk.present.delete(desk.people.screener.id);

beforeEach(async () => {
  await desk.endCalls();
});

async function switchBy(person: Person, switchCallBehvaior: "END" | "HOLD"): Promise<void> {
  const settings = JSON.stringify({ switchCallBehvaior });
  await desk.db
    .insertInto("user_setting")
    .values({ user_id: person.id, settings })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ settings }))
    .execute();
}

const refusal = {
  status: 409,
  error: {
    code: "call_state",
    reason: "on_air_first",
    params: { number: "2" },
    message: "A caller is on air on line 2. End or hold that call first.",
  },
};

describe.each(["HOLD", "END"] as const)("with %s", (behaviour) => {
  test("[DS97] a call on air keeps its line when the person accepts, resumes, takes over, moves or takes the next call there", async () => {
    const { presenter, screener } = desk.people;
    await switchBy(presenter, behaviour);
    const held = await desk.converse(presenter, "line1", "+61491570161");
    await desk.hold(presenter, held.id, true);
    const ofColleague = await desk.converse(screener, "line1", "+61491570162");
    const onAir = await desk.converse(presenter, "line2", "+61491570163");
    const waiting = await desk.ring("+61491570164");
    const before = await desk.call(onAir.id);

    const answers = [
      await desk.handle(presenter, waiting.id, "accept", "line2"),
      await desk.hold(presenter, held.id, false, "line2"),
      await desk.handle(presenter, ofColleague.id, "take_over", "line2"),
      await desk.act(presenter, { station: desk.station, action: "take_next", line: "line2" }),
      await desk.handle(presenter, held.id, "move", "line2"),
    ];
    await desk.service.settle();

    for (const answer of answers) {
      expect(answer).toMatchObject(refusal);
    }
    expect(await desk.call(onAir.id)).toEqual(before);
    expect(before.desk.status).toBe("on_air");
    expect((await desk.call(waiting.id)).claimedBy).toBeNull();
    expect((await desk.call(ofColleague.id)).desk).toMatchObject({ holder: { name: "Bob" } });
  });
});

test("[DS97] the second of two accepts on a line that feeds the air is refused, and its caller keeps waiting", async () => {
  const { presenter } = desk.people;
  const [one, two] = [await desk.ring("+61491570165"), await desk.ring("+61491570166")];
  const first = await desk.handle(presenter, one.id, "accept", "line2");
  const leg = await desk.service.connect(presenter.id, first.claim?.id ?? "");

  const second = await desk.handle(presenter, two.id, "accept", "line2");
  await desk.service.settle();

  expect(leg.isIn).toBe(true);
  expect(second).toMatchObject(refusal);
  expect((await desk.call(one.id)).desk.status).toBe("on_air");
  expect((await desk.call(two.id)).desk.status).toBe("waiting");
});

test("[DS97] a call that its person ends frees the line for the next one", async () => {
  const { presenter } = desk.people;
  const first = await desk.converse(presenter, "line2", "+61491570167");
  const second = await desk.ring("+61491570168");

  await desk.handle(presenter, first.id, "hang_up");
  await desk.take(presenter, second.id, "line2");

  expect((await desk.call(second.id)).desk.status).toBe("on_air");
});

test("[DS97] a swap takes a call off air only if it names that call", async () => {
  const { presenter } = desk.people;
  const offAir = await desk.converse(presenter, "line1", "+61491570169");
  const onAir = await desk.converse(presenter, "line2", "+61491570170");

  expect(await desk.handle(presenter, offAir.id, "swap")).toMatchObject(refusal);
  expect((await desk.call(onAir.id)).desk.status).toBe("on_air");

  expect((await desk.handle(presenter, onAir.id, "swap")).status).toBe(200);
  expect((await desk.call(offAir.id)).desk.status).toBe("on_air");
});

test("[DS97] a call on air joins no conference off air", async () => {
  const { presenter } = desk.people;
  const offAir = await desk.converse(presenter, "line1", "+61491570181");
  const onAir = await desk.converse(presenter, "line2", "+61491570182");

  const start = { action: "start", calls: [offAir.id, onAir.id] };
  expect(await desk.post("/conference", start, presenter)).toMatchObject({
    status: 409,
    body: { error: refusal.error },
  });
  const begun = await desk.post("/conference", { ...start, calls: [offAir.id] }, presenter);
  const { id: conference } = begun.body["conference"] as { id: string };
  const add = { action: "add", conference, calls: [onAir.id] };
  expect((await desk.post("/conference", add, presenter)).status).toBe(409);

  expect((await desk.call(onAir.id)).desk.status).toBe("on_air");
});

describe("dump mode", () => {
  function allowDump(allowed: boolean, person = desk.people.admin) {
    return desk.post("/station/dump", { station: desk.station, allowed }, person);
  }

  function dump(person: Person, ends: string) {
    const next = { station: desk.station, action: "take_next", line: "line2" };
    return desk.act(person, { ...next, ends });
  }

  afterEach(() => allowDump(false));

  test("[DS98] is allowed only by an admin, and without it Next ends no call on air", async () => {
    const { presenter, producer } = desk.people;
    await switchBy(presenter, "END");
    const onAir = await desk.converse(presenter, "line2", "+61491570171");
    const waiting = await desk.ring("+61491570172");

    expect((await allowDump(true, producer)).status).toBe(403);
    expect(await dump(presenter, onAir.id)).toMatchObject({
      status: 409,
      error: { code: "call_state", reason: "dump_not_allowed" },
    });

    expect((await desk.call(onAir.id)).desk.status).toBe("on_air");
    expect((await desk.call(waiting.id)).claimedBy).toBeNull();
    expect((await allowDump(true)).body).toEqual({ allowsDump: true });
    const info = await desk.get(`/station/${desk.station}`, presenter);
    expect(info.body["allowsDump"]).toBe(true);
    expect(await desk.audited("station.dump_allowed_set", "details")).toContainEqual({
      details: { allowed: true },
    });
  });

  test("[DS98] makes Next end the call on air that it names, and take the next caller to air", async () => {
    const { presenter } = desk.people;
    await allowDump(true);
    await switchBy(presenter, "HOLD");
    const onAir = await desk.converse(presenter, "line2", "+61491570173");
    const waiting = await desk.ring("+61491570174");

    const taken = await dump(presenter, onAir.id);
    await desk.connect(presenter, taken);
    await desk.service.settle();

    expect(taken.call.id).toBe(waiting.id);
    expect((await desk.call(onAir.id)).desk).toMatchObject({
      status: "ended",
      reason: "operator_hung_up",
    });
    expect((await desk.call(waiting.id)).desk.status).toBe("on_air");
  });

  test("[DS98] ends no call on air that the request does not name or that is locked, and none without a next caller", async () => {
    const { presenter, producer } = desk.people;
    await allowDump(true);
    const ofColleague = await desk.converse(producer, "line2", "+61491570175");
    const onAir = await desk.converse(presenter, "line2", "+61491570176");

    expect((await dump(presenter, onAir.id)).error).toMatchObject({ reason: "nobody_waiting" });
    const waiting = await desk.ring("+61491570177");
    expect((await dump(presenter, ofColleague.id)).error?.code).toBe("call_taken");
    expect((await dump(presenter, waiting.id)).error).toMatchObject({ reason: "on_air_first" });
    await desk.handle(presenter, onAir.id, "lock");
    expect((await dump(presenter, onAir.id)).error).toMatchObject({ reason: "call_locked" });

    expect((await desk.call(onAir.id)).desk.status).toBe("on_air");
    expect((await desk.call(ofColleague.id)).desk.status).toBe("on_air");
    expect((await desk.call(waiting.id)).claimedBy).toBeNull();
  });

  test("[DS98] takes the next caller at one of two simultaneous presses, and ends no call at the other", async () => {
    const { presenter } = desk.people;
    await allowDump(true);
    const onAir = await desk.converse(presenter, "line2", "+61491570178");
    const waiting = [await desk.ring("+61491570179"), await desk.ring("+61491570180")];

    const answers = await Promise.all([dump(presenter, onAir.id), dump(presenter, onAir.id)]);
    for (const answer of answers) {
      await desk.connect(presenter, answer);
    }

    const states = await Promise.all(
      waiting.map(async ({ id }) => (await desk.call(id)).desk.status),
    );
    expect(states.toSorted()).toEqual(["on_air", "waiting"]);
    expect((await desk.call(onAir.id)).desk.status).toBe("ended");
  });
});
