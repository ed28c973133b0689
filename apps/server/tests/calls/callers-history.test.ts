import { expect, test } from "vitest";

import type { Call, PastCall, TimelineEntry } from "@linedesk/contract";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { aStation } from "../support/people.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();

async function history(query: string) {
  return desk.get(`/station/${desk.station}/caller/history?${query}`, desk.people.screener);
}

test("[CL1] [CL2] a name and a place from one call are shown on every live call of the caller", async () => {
  const first = await desk.ring("+61491570006");
  const second = await desk.ring("+61491570006");
  await desk.post("/caller/name", { call: first.id, name: "  Kim Ng " }, desk.people.screener);
  const body = { call: second.id, location: "Marrickville" };
  const answer = await desk.post("/caller/location", body, desk.people.screener);

  expect(answer.body["call"]).toMatchObject({
    caller: { name: "Kim Ng", location: "Marrickville" },
  });
  for (const { id } of [first, second]) {
    expect((await desk.call(id)).caller).toMatchObject({
      name: "Kim Ng",
      location: "Marrickville",
    });
  }
  const changedCalls = (await desk.events())
    .slice(-2)
    .map((event) => ("call" in event ? event.call.id : ""));
  expect(changedCalls.toSorted()).toEqual([first.id, second.id].toSorted());
});

test("[CL1] a person with two numbers is found by either number", async () => {
  const first = await desk.ring("+61491570158");
  await desk.post("/caller/name", { call: first.id, name: "Ana Ruiz" }, desk.people.screener);
  const row = await desk.db
    .selectFrom("caller_number")
    .select(["station_id", "caller_id"])
    .where("number", "=", "+61491570158")
    .executeTakeFirstOrThrow();
  await desk.db
    .insertInto("caller_number")
    .values({ ...row, number: "+61491570159" })
    .execute();

  const second = await desk.ring("+61491570159");

  expect((await desk.call(second.id)).caller).toMatchObject({
    id: (await desk.call(first.id)).caller.id,
    name: "Ana Ruiz",
    number: "+61491570159",
  });
});

test("[CL12] a call from a shared number belongs to the last caller, and the history has the calls of all who share it", async () => {
  const number = "+61491570701";
  const first = await desk.ring(number);
  await desk.post("/caller/name", { call: first.id, name: "Ana Ruiz" }, desk.people.screener);
  await desk.service.drop(first.sid);
  const son = uuidV7();
  const person = { id: son, station_id: desk.station, name: "Leo Ruiz" };
  await desk.db.insertInto("caller").values(person).execute();
  const shared = { station_id: desk.station, number, caller_id: son };
  await desk.db.insertInto("caller_number").values(shared).execute();

  const second = await desk.ring(number);
  expect((await desk.call(second.id)).caller.name).toBe("Ana Ruiz");
  await desk.db
    .updateTable("caller")
    .set({ last_call_at: new Date(desk.clock.now() + 60_000) })
    .where("id", "=", son)
    .execute();
  const third = await desk.ring(number);

  expect((await desk.call(third.id)).caller).toMatchObject({ id: son, name: "Leo Ruiz" });
  await desk.service.drop(second.sid);
  await desk.service.drop(third.sid);
  const { body } = await history(`number=${encodeURIComponent(number)}`);
  const past = (body["items"] as PastCall[]).map(({ id }) => id);
  expect(past).toEqual([third.id, second.id, first.id]);
});

test("[CL1] simultaneous calls of a new number belong to one caller", async () => {
  const calls = await Promise.all(Array.from({ length: 6 }, () => desk.ring("+61491570702")));

  const callers = await Promise.all(calls.map(async ({ id }) => (await desk.call(id)).caller.id));

  expect(new Set(callers).size).toBe(1);
  const known = await desk.db
    .selectFrom("caller_number")
    .selectAll()
    .where("number", "=", "+61491570702")
    .execute();
  expect(known).toHaveLength(1);
});

test("[CL2] simultaneous edits of one caller on two calls do not block each other", async () => {
  const calls = await Promise.all(["a", "b"].map(() => desk.ring("+61491570156")));
  const answers = await Promise.all(
    calls.flatMap(({ id: call }) =>
      ["Kim", "Ana", "Tom"].map((name) =>
        desk.post("/caller/name", { call, name }, desk.people.owner),
      ),
    ),
  );

  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
});

test("[QU9] a caller with a withheld number can get a name, which only that call has", async () => {
  const hidden = await desk.ring("anonymous");
  const other = await desk.ring("anonymous");
  await desk.post("/caller/name", { call: hidden.id, name: "Noel" }, desk.people.screener);

  expect((await desk.call(hidden.id)).caller).toMatchObject({
    name: "Noel",
    numberDisplay: "Private",
  });
  expect((await desk.call(other.id)).caller.name).toBeNull();
});

test("[CA24] past calls of a number are listed newest first, page by page", async () => {
  for (let count = 0; count < 5; count += 1) {
    const { sid } = await desk.ring("+61491570157");
    await desk.service.drop(sid);
  }
  const { sid, id } = await desk.converse(desk.people.owner, "line1", "+61491570157");
  await desk.post(
    "/twilio/calls/description",
    { call: id, description: "Rain" },
    desk.people.owner,
  );
  await desk.service.drop(sid);

  const pages: PastCall[][] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const from = cursor === "" ? "" : `&cursor=${cursor}`;
    const { body } = await history(`number=0491%20570%20157&limit=4${from}`);
    pages.push(body["items"] as PastCall[]);
    cursor = body["nextCursor"] as string | null;
  }

  expect(pages.map((page) => page.length)).toEqual([4, 2]);
  expect(pages[0]?.[0]).toMatchObject({
    id,
    answeredBy: "Alice",
    reason: "caller_hung_up",
    description: "Rain",
  });
  const times = pages.flat().map((past) => past.at);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(new Set(pages.flat().map((past) => past.id)).size).toBe(6);
});

test("[CA24] the history keeps time, duration, outcome, line and person", async () => {
  const { sid, id } = await desk.converse(desk.people.owner, "line1", "+61491570161");
  desk.clock.push(61_000);
  await desk.service.drop(sid);
  await desk.service.settle();

  const row = await desk.db
    .selectFrom("call")
    .innerJoin("phone_line", "phone_line.id", "call.phone_line_id")
    .select(["arrived_at", "answered_at", "ended_at", "reason", "answered_by"])
    .select("phone_line.number as line")
    .where("call.id", "=", id)
    .executeTakeFirstOrThrow();
  const { body } = await history("number=%2B61491570161");

  expect(row).toMatchObject({ reason: "caller_hung_up", line: desk.line });
  const [arrived, answered, ended] = [row.arrived_at, row.answered_at, row.ended_at].map(Number);
  expect(arrived).toBeLessThanOrEqual(answered ?? 0);
  expect(answered).toBeLessThan(ended ?? 0);
  const [past] = body["items"] as PastCall[];
  expect(past).toMatchObject({ id, reason: "caller_hung_up", answeredBy: "Alice" });
  expect(past?.at).toBe(row.arrived_at.toISOString());
  expect(past?.durationS).toBe(Math.floor((Number(ended) - Number(answered)) / 1000));
  expect(past?.durationS).toBeGreaterThanOrEqual(61);
});

test("a caller's history on one station is not shown on another", async () => {
  const elsewhere = await aStation(desk.db, [[desk.people.outsider, "owner"]]);
  const answer = await desk.get(
    `/station/${elsewhere}/caller/history?number=%2B61491570157`,
    desk.people.outsider,
  );

  expect(answer.body).toEqual({ items: [], nextCursor: null });
});

test("[CL13] a place is guessed from the number, and marked as a guess until a person enters it", async () => {
  const { id } = await desk.ring("+61270100177");
  expect((await desk.call(id)).caller).toMatchObject({ location: null, locationGuess: "Sydney" });

  const body = { call: id, location: "Orange" };
  await desk.post("/caller/location", body, desk.people.screener);

  expect((await desk.call(id)).caller).toMatchObject({ location: "Orange", locationGuess: null });
});

test("[CL14] a number that a person enters for a withheld one is marked as given, and finds its caller", async () => {
  function give(call: string, number: string, person = desk.people.screener) {
    return desk.post("/caller/number", { call, number }, person);
  }
  const known = await desk.ring("+61270100178");
  await desk.post("/caller/name", { call: known.id, name: "Ana Ruiz" }, desk.people.screener);
  await desk.service.drop(known.sid);
  const { id, sid } = await desk.ring("anonymous");
  await desk.post("/caller/location", { call: id, location: "Orange" }, desk.people.screener);

  expect((await give(id, "02 7010 0178", desk.people.outsider)).status).toBe(404);
  expect((await give(id, "hello")).status).toBe(400);
  expect((await give(id, "02 7010 0178")).status).toBe(200);

  expect((await desk.call(id)).caller).toMatchObject({
    number: "+61270100178",
    numberGiven: true,
    name: "Ana Ruiz",
    location: "Orange",
    earlierCalls: 1,
  });
  await desk.service.drop(sid);
  const past = (await history("number=%2B61270100178")).body["items"] as PastCall[];
  expect(past.map((one) => one.id)).toEqual([id, known.id]);

  const unknown = await desk.ring("anonymous");
  await desk.post("/caller/name", { call: unknown.id, name: "Leo" }, desk.people.screener);
  await give(unknown.id, "02 7010 0179");
  const back = await desk.ring("+61270100179");
  expect((await desk.call(back.id)).caller).toMatchObject({ name: "Leo", numberGiven: false });
  expect((await give(back.id, "02 7010 0178")).status).toBe(409);
});

async function timeline(id: string, query = "") {
  const path = `/twilio/calls/${id}/timeline${query}`;
  const { body } = await desk.get(path, desk.people.screener);
  return body as unknown as { items: TimelineEntry[]; nextCursor: string | null; call: Call };
}

test("[CA45] the timeline of a past call has states, actions, faults, quality and network events", async () => {
  const { owner, producer } = desk.people;
  const { id, sid, leg } = await desk.converse(owner, "line1", "+61491570159");
  await desk.post("/twilio/calls/description", { call: id, description: "rates" }, producer);
  const sample = { mos: 4, jitter: 6, rtt: 30, packetsLostFraction: 1 };
  const samples = [sample, { ...sample, mos: 3, packetsLostFraction: 2 }];
  await desk.post(`/twilio/calls/${id}/quality`, { samples }, owner);
  await desk.post(`/twilio/calls/${id}/timeline`, { code: 31_005, line: "line1" }, owner);
  await desk.hold(owner, id, true);
  await desk.service.settle();
  await desk.service.drop(leg);
  await desk.service.drop(sid);

  const { items, nextCursor, call } = await timeline(id);

  expect(call).toMatchObject({ id, desk: { status: "ended" } });
  expect(nextCursor).toBeNull();
  const steps = items.map(({ type, by, person, line }) => [type, by, person, line]);
  expect(steps).toEqual(
    expect.arrayContaining([
      ["call.rang", null, null, null],
      ["operator.claimed", "Alice", null, "line1"],
      ["operator.joined", null, "Alice", "line1"],
      ["call.described", "Dan", null, null],
      ["quality.reported", "Alice", null, null],
      ["softphone.failed", "Alice", null, "line1"],
      ["call.hold_asked", "Alice", null, null],
      ["caller.held", null, null, null],
      ["operator.left", null, "Alice", "line1"],
      ["caller.left", null, null, null],
    ]),
  );
  expect(items.findLast(({ reason }) => reason !== null)).toMatchObject({
    type: "caller.left",
    reason: "caller_hung_up",
  });
  expect(items.find(({ type }) => type === "softphone.failed")).toMatchObject({ code: 31_005 });
  expect(items.find(({ quality }) => quality !== null)?.quality).toEqual({
    mos: 3.5,
    jitterMs: 6,
    lossPercent: 1.5,
  });
  const times = items.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
  const types = items.map(({ type }) => type);
  const inOrder = ["call.rang", "operator.joined", "caller.joined", "caller.held", "caller.left"];
  expect(types.filter((type) => inOrder.includes(type))).toEqual(inOrder);

  const first = await timeline(id, "?limit=3");
  const rest = await timeline(id, `?limit=500&cursor=${first.nextCursor}`);
  expect([...first.items, ...rest.items]).toEqual(items);
  expect([first.nextCursor, rest.nextCursor]).toEqual(["3", null]);
});

async function rejectedCall(): Promise<string> {
  const { id } = await desk.ring("+61491570110");
  await desk.post("/twilio/calls/reject_call", { calls: [id] }, desk.people.screener);
  await desk.pass(6_000);
  return id;
}

async function endedCall(): Promise<string> {
  const { id } = await desk.converse(desk.people.owner, "line1", "+61491570110");
  await desk.handle(desk.people.owner, id, "hang_up");
  await desk.pass(6_000);
  return id;
}

async function abandonedCall(): Promise<string> {
  const { sid, id } = await desk.ring("+61491570110");
  await desk.service.drop(sid);
  return id;
}

async function refusedCall(): Promise<string> {
  const { id } = await desk.ring("+61491570110", await desk.aLine({ open: false }));
  return id;
}

test.each([
  ["rejected", rejectedCall],
  ["operator_hung_up", endedCall],
  ["caller_hung_up", abandonedCall],
  ["line_closed", refusedCall],
])("[CA50] timeline, history and event of a call agree on %s", async (reason, makeCall) => {
  const id = await makeCall();
  await desk.service.settle();

  const { items } = await timeline(id);
  expect(items.at(-1)).toMatchObject({ type: "caller.left", reason });
  expect((await desk.call(id)).desk).toMatchObject({ reason });
  const past = (await history("number=%2B61491570110")).body["items"] as PastCall[];
  expect(past.find((one) => one.id === id)?.reason).toBe(reason);
});

test("[CA45] faults beyond 200 are refused, and an invalid cursor is named", async () => {
  const { id } = await desk.ring("+61491570158");
  const path = `/twilio/calls/${id}/timeline`;
  const at = new Date(desk.clock.now());
  const row = { call_id: id, at, type: "softphone.failed", payload: "{}" };
  const rows = Array.from({ length: 199 }, () => ({ ...row, id: uuidV7() }));
  await desk.db.insertInto("call_event").values(rows).execute();

  const fault = { code: 53_000, line: "line2" };
  const answers = [
    await desk.post(path, fault, desk.people.owner),
    await desk.post(path, fault, desk.people.owner),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 429]);
  const { body } = await desk.get(`${path}?cursor=x`, desk.people.owner);
  expect(body["error"]).toMatchObject({
    code: "bad_request",
    fields: { cursor: { reason: "must_be_earlier_cursor" } },
  });
});
