import { afterEach, expect, test } from "vitest";

import type { Call, CutOff } from "@linedesk/contract";
import { OutboundDesk } from "../support/outbound-desk.ts";
import type { Person } from "../support/people.ts";
import { notPickUp, pickUp } from "../support/scripted-dialling.ts";

const dialling = await OutboundDesk.open();
const { desk } = dialling;
const { screener, admin, owner, outsider } = desk.people;
const path = `/station/${desk.station}/cutOffs`;

afterEach(async () => {
  await dialling.clear();
  const left = (await list()).map(({ call }) => call.id);
  await (left.length === 0 ? null : release(left));
  await desk.db.deleteFrom("cut_off").execute();
});

async function list(person: Person = owner): Promise<CutOff[]> {
  return (await desk.get(path, person)).body["items"] as CutOff[];
}
async function openIds(): Promise<string[]> {
  const items = await list();
  return items.filter(({ again, released: gone }) => again === null && !gone).map((o) => o.call.id);
}
async function ringBack(calls: string[], person: Person = screener): Promise<Call[]> {
  const { body } = await desk.post(path, { calls }, person);
  return body["calls"] as Call[];
}
async function release(calls: string[], gone = true) {
  return desk.send("PUT", path, screener, { calls, released: gone });
}

/**
 * Crashes the exchange, and returns a function that starts it again. The monitor's connection is
 * reset at the first tick, and refused at the second. The clock moves 3 s first, because
 * reconciliation ignores calls that have just changed.
 */
async function crashExchange(how = { keepsCalls: false }): Promise<() => Promise<string>> {
  desk.clock.push(3_000);
  const restart = await desk.service.crash(how);
  await desk.feature.monitor.tick();
  await desk.feature.monitor.tick();
  return restart;
}

/** Ends the exchange's process and starts it again; the monitor sees both. */
async function crashAndRestart(): Promise<void> {
  const restart = await crashExchange();
  await restart();
  await desk.feature.monitor.tick();
  await desk.service.settle();
}

async function status(id: string) {
  const { desk: state } = await desk.call(id);
  return state.status === "ended" ? state.reason : state.status;
}

async function readSnapshot() {
  const body = { station: desk.station };
  return (await desk.post("/twilio/calls/call_subscription", body, owner)).body;
}

test("[CA46] an exchange that refuses connections is down at once, and its calls end after a minute", async () => {
  const waiting = await desk.ring("+61491570156");
  const bridged = await desk.converse(screener, "line1", "+61491570157");

  const restart = await crashExchange();

  expect([await status(waiting.id), await status(bridged.id)]).toEqual(["waiting", "screening"]);
  expect(await readSnapshot()).toMatchObject({ telephony: "down", cutOffs: 0 });
  desk.clock.push(61_000);
  await desk.feature.monitor.tick();
  expect([await status(waiting.id), await status(bridged.id)]).toEqual([
    "exchange_lost",
    "exchange_lost",
  ]);
  expect(await readSnapshot()).toMatchObject({ calls: [], telephony: "down", cutOffs: 2 });
  await restart();
  await desk.feature.monitor.tick();
  expect(await readSnapshot()).toMatchObject({ telephony: "up", cutOffs: 2 });
});

test("[CA51] after a crash, a waiting caller of an exchange that continues its calls still waits, an operator's caller is held, and the audit has the restart", async () => {
  const waiting = await desk.ring("+61491570156");
  const bridged = await desk.converse(screener, "line1", "+61491570157");

  const restart = await crashExchange({ keepsCalls: true });
  await restart();
  await desk.feature.monitor.tick();
  await desk.service.drop(bridged.leg);
  await desk.service.settle();

  expect([await status(waiting.id), await status(bridged.id)]).toEqual(["waiting", "held"]);
  expect((await desk.call(bridged.id)).desk).toMatchObject({ unattended: true });
  expect(await readSnapshot()).toMatchObject({ telephony: "up", cutOffs: 0 });
  const noted = await desk.audited("call.exchange_restarted", "subject_id");
  expect(new Set(noted.map(({ subject_id: id }) => id))).toEqual(new Set([waiting.id, bridged.id]));
});

test("[CA46] an exchange continues its calls even if it crashes again before the server has finished its work after the first crash", async () => {
  const waiting = await desk.ring("+61491570156");
  const restart = await crashExchange({ keepsCalls: true });
  await restart();
  desk.service.isAway = true;
  await desk.feature.monitor.tick();
  desk.service.isAway = false;

  desk.clock.push(61_000);
  const restartAgain = await crashExchange({ keepsCalls: true });
  expect(await status(waiting.id)).toBe("waiting");
  await restartAgain();
  await desk.feature.monitor.tick();

  expect(await status(waiting.id)).toBe("waiting");
  expect(await readSnapshot()).toMatchObject({ telephony: "up", cutOffs: 0 });
});

test("[CA47] the list has every lost caller with state, operator and line, in the order in which the desk calls back", async () => {
  await desk.feedAir("line2");
  const rung = await desk.ring("+61491570156");
  const verified = await desk.ring("+61491570157");
  await desk.handle(screener, verified.id, "verify");
  const held = await desk.converse(admin, "line1", "+61491570158");
  await desk.hold(admin, held.id, true);
  await desk.service.settle();
  const onLine = await desk.converse(screener, "line1", "+61491570110");
  const next = await desk.ring("+61491570313");
  await desk.handle(screener, next.id, "mark_next");
  const onAir = await desk.converse(owner, "line2", "+61491570737");
  await desk.db.deleteFrom("station_line_feed").execute();
  const before = (await desk.events()).length;

  await crashAndRestart();

  const items = await list();
  expect(items.map(({ call, was, holder }) => [call.id, was, holder?.name, holder?.line])).toEqual([
    [onAir.id, "on_air", "Alice", "line2"],
    [onLine.id, "line", "Bob", "line1"],
    [next.id, "next", undefined, undefined],
    [verified.id, "verified", undefined, undefined],
    [held.id, "held", "Erin", "line1"],
    [rung.id, "ringing", undefined, undefined],
  ]);
  expect(items[0]).toMatchObject({
    call: { caller: { number: "+61491570737" }, desk: { reason: "exchange_lost" } },
    again: null,
    released: false,
  });
  const types = (await desk.events()).slice(before).map(({ type }) => type);
  expect(types.filter((type) => type === "cut_offs.changed")).toHaveLength(6);
  expect((await desk.get(path, outsider)).status).toBe(403);
});

test("[CA47] a caller on a line whose call the exchange reports as lost is in the list", async () => {
  const { id, sid } = await desk.converse(owner, "line1", "+61491570156");

  await desk.service.drop(sid, { ErrorCode: "20500" });
  await desk.service.settle();

  const [lost] = await list();
  expect(lost).toMatchObject({ call: { id, desk: { reason: "exchange_lost" } }, was: "line" });
});

test("[CA47] a caller who was being rejected is not in the list", async () => {
  const { id } = await desk.ring("+61491570156");
  await desk.post("/twilio/calls/reject_call", { calls: [id] }, screener);

  await crashAndRestart();

  expect(await list()).toEqual([]);
});

test("[CA48] a row is closed when its caller calls again, and no other row is", async () => {
  const sam = await desk.ring("+61491570156");
  const kim = await desk.ring("+61491570157");
  await crashAndRestart();

  const again = await desk.ring("+61491570156");

  expect(await openIds()).toEqual([kim.id]);
  const rows = await list();
  expect(rows.find(({ call }) => call.id === sam.id)?.again).toEqual({
    call: again.id,
    direction: "inbound",
    answered: false,
    ended: false,
  });
  expect((await readSnapshot())["cutOffs"]).toBe(1);
});

test("[CA48] a dialled number closes the row, and opens it again when nobody answers", async () => {
  const { id } = await desk.ring("+61491570156");
  await crashAndRestart();

  const dialled = await dialling.ringOut(screener, "0491 570 156");
  expect(await openIds()).toEqual([]);
  await notPickUp(desk.service, dialled.sid, { status: "no-answer", sipCode: "487" });
  await desk.service.settle();

  expect(await status(dialled.id)).toBe("no_answer");
  expect(await openIds()).toEqual([id]);
});

test("[CA48] a caller whom a person removes leaves the list, and can be restored", async () => {
  const { id } = await desk.ring("+61491570156");
  await crashAndRestart();

  expect((await release([id])).body["items"]).toEqual([]);
  expect((await readSnapshot())["cutOffs"]).toBe(0);
  await release([id], false);

  expect(await openIds()).toEqual([id]);
  expect((await desk.audited("cut_off.released", "user_id"))[0]?.user_id).toBe(screener.id);
});

test("[CA49] callers who are to be called back return to the queue with place, point and mark, and are dialled when an operator accepts them", async () => {
  const sam = await desk.ring("+61491570156");
  const kim = await desk.ring("+61491570157");
  await desk.handle(screener, kim.id, "verify");
  const described = { call: sam.id, description: "bus lanes" };
  await desk.post("/twilio/calls/description", described, screener);
  await crashAndRestart();
  const newer = await desk.ring("+61491570313");

  const placed = await ringBack([sam.id, kim.id]);

  const { body } = await desk.get(`/twilio/calls/call_queue?station=${desk.station}`, owner);
  const queue = body["calls"] as Call[];
  expect(queue.map(({ caller }) => caller.number)).toEqual([
    "+61491570157",
    "+61491570156",
    "+61491570313",
  ]);
  expect(queue.map(({ id }) => id)).toContain(newer.id);
  const again = placed.find(({ caller }) => caller.number === "+61491570156");
  expect(again).toMatchObject({ description: "bus lanes", callBack: { tries: 0 } });
  expect(await openIds()).toEqual([]);

  await desk.take(screener, again?.id ?? "");
  await pickUp(desk.service, dialling.dialledLegs().at(-1) ?? "");
  await desk.service.settle();
  expect(await status(again?.id ?? "")).toBe("screening");
  const row = (await list()).find(({ call }) => call.id === sam.id);
  expect(row?.again).toMatchObject({ direction: "outbound", answered: true });
});

test("[CA49] two people who call all back at the same time get one call for each caller, and a withheld number stays", async () => {
  const sam = await desk.ring("+61491570156");
  const withheld = await desk.ring("anonymous");
  await crashAndRestart();
  const all = [sam.id, withheld.id];

  const placed = await Promise.all([ringBack(all), ringBack(all, admin)]);

  expect(placed.flat()).toHaveLength(1);
  expect(await openIds()).toEqual([withheld.id]);
});

test("[CA49] a row is open again when its queued call back is rejected before anybody dialled", async () => {
  const { id } = await desk.ring("+61491570156");
  await crashAndRestart();
  const [queued] = await ringBack([id]);

  await desk.post("/twilio/calls/reject_call", { calls: [queued?.id] }, screener);
  await desk.pass(6_000);

  expect(await openIds()).toEqual([id]);
});
