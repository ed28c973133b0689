import { afterEach, expect, test } from "vitest";

import type { BoardCheck, LineDetails } from "@linedesk/contract";
import { dialledNumber, OutboundDesk } from "../support/outbound-desk.ts";
import { aStation, type Person } from "../support/people.ts";

const dialling = await OutboundDesk.open({ NUMBER_POOL: "+61299990010-+61299990019" });
const { desk } = dialling;
afterEach(async () => {
  await dialling.clear();
  await setOwn(true, desk.line);
});
const spoofed = "+61299990003";

function path(rest: string): string {
  return `/admin/${desk.station}${rest}`;
}
function fields(number: string, more: object = {}) {
  const sounds = { holdMusicUrl: null, lineClosedUrl: null };
  return { name: `Line ${number}`, number, priority: false, forwardTo: null, ...sounds, ...more };
}
async function add(person: Person, number: string, more: object = {}): Promise<LineDetails> {
  const { body } = await desk.post(path("/phoneLines"), fields(number, more), person);
  const line = body["line"] as LineDetails;
  await desk.post("/station/line_open", { station: desk.station, phoneLine: line.id, open: true });
  return line;
}
async function change(person: Person, line: string, number: string): Promise<LineDetails> {
  const { body } = await desk.send("PUT", path(`/phoneLines/${line}`), person, fields(number));
  return body["line"] as LineDetails;
}
async function remove(line: string): Promise<void> {
  await desk.send("DELETE", path(`/phoneLines/${line}`), desk.people.owner);
}
async function setOwn(isOwn: boolean, number?: string): Promise<void> {
  const lines = desk.db.updateTable("phone_line").set({ is_own: isOwn });
  await (number === undefined ? lines : lines.where("number", "=", number)).execute();
}
async function shownBy(person: Person): Promise<string | undefined> {
  const { sid } = await dialling.ringOut(person);
  return desk.service.dialled.get(sid)?.["From"];
}

test("[AD190] no call shows the number of a line that an admin adds until an owner enters that number", async () => {
  const { admin, owner } = desk.people;
  const line = await add(admin, spoofed, { forwardTo: "+61491570157" });
  expect(line.isOwn).toBe(false);
  await desk.post("/station/line_open", { station: desk.station, open: false }, owner);
  const only = { station: desk.station, phoneLine: line.id, open: true };
  await desk.post("/station/line_open", only, owner);

  const { body } = await desk.get(`/station/${desk.station}/dial`, owner);
  expect(body["from"]).toMatchObject({ number: desk.line });
  expect(await shownBy(owner)).toBe(desk.line);
  const forwarded = await desk.service.ring(spoofed, dialledNumber);
  expect(forwarded.body).toContain("<Number>+61491570157</Number>");
  expect(forwarded.body).toContain(`callerId="${desk.line}"`);

  expect((await change(owner, line.id, spoofed)).isOwn).toBe(true);
  expect(await shownBy(owner)).toBe(spoofed);
  expect((await change(admin, line.id, spoofed)).isOwn).toBe(true);
  expect((await change(admin, line.id, "+61299990004")).isOwn).toBe(false);
  expect((await change(admin, line.id, "+61299990011")).isOwn).toBe(true);
  await remove(line.id);
  await desk.post("/station/line_open", { station: desk.station, open: true }, owner);
});

test("[AD190] an owner's saved form verifies only a number that the owner entered", async () => {
  const { admin, owner } = desk.people;
  const first = "+61299990005";
  const line = await add(owner, first);
  const save = async (seen: string, number: string, name = "Renamed") => {
    const body = { ...fields(number, { name }), seen: { number: seen } };
    const answer = await desk.send("PUT", path(`/phoneLines/${line.id}`), owner, body);
    return answer.body["line"] as LineDetails;
  };
  expect((await change(admin, line.id, spoofed)).isOwn).toBe(false);

  const over = await save(first, first);
  expect(over).toMatchObject({ number: spoofed, name: "Renamed", isOwn: false });
  const renamed = await save(spoofed, spoofed, "Again");
  expect(renamed).toMatchObject({ name: "Again", isOwn: false });
  expect(await save(spoofed, first)).toMatchObject({ number: first, isOwn: true });
  expect(await save(first, first)).toMatchObject({ number: first, isOwn: true });
  await change(admin, line.id, spoofed);
  expect(await save(first, spoofed)).toMatchObject({ number: spoofed, isOwn: true });
  await remove(line.id);
});

test("[AD190] a number of the pool, and a verified caller id, count as the station's own", async () => {
  const { admin } = desk.people;
  const verified = { station_id: desk.station, number: spoofed, name: "Ours" };
  const at = new Date();
  await desk.db
    .insertInto("caller_id")
    .values({ id: crypto.randomUUID(), ...verified, state: "verified", requested_at: at })
    .execute();

  for (const number of ["+61299990010", spoofed]) {
    const line = await add(admin, number);
    expect([number, line.isOwn]).toEqual([number, true]);
    await remove(line.id);
  }
  await desk.db.deleteFrom("caller_id").execute();
});

test("[AD190] a call back to a caller of a line with an unverified number shows another number, which is the station's own", async () => {
  const { admin, owner } = desk.people;
  const line = await add(admin, spoofed);
  await desk.post(
    "/station/line_open",
    { station: desk.station, phoneLine: line.id, open: true },
    owner,
  );
  const leaving = await desk.ring(dialledNumber, spoofed);
  await desk.post("/twilio/calls/call_back", { call: leaving.id }, owner);
  await desk.service.settle();
  await desk.service.drop(leaving.sid);
  await desk.service.settle();

  await desk.take(owner, leaving.id);

  const [sid = ""] = dialling.dialledLegs().slice(-1);
  expect(desk.service.dialled.get(sid)).toMatchObject({ To: dialledNumber, From: desk.line });
  await dialling.clear();
  await remove(line.id);
});

test("[AD190] without an own number a station makes no call, not even a test call to its numbers", async () => {
  const { admin, owner } = desk.people;
  await setOwn(false);

  const dial = await dialling.dial(owner);
  expect([dial.status, dial.error?.message]).toEqual([
    409,
    "This station has no number to call from. Ask an admin to add a phone line.",
  ]);
  const call = await desk.post(path("/telephony/call"), { number: "0491 570 006" }, admin);
  expect(call.status).toBe(409);
  expect((await desk.post(path("/board/loop"), {}, admin)).body).toEqual({ started: 0 });
  const { checks } = (await desk.get(path("/board"), admin)).body as { checks: BoardCheck[] };
  const numbers = checks.filter(({ part }) => part === "number");
  expect(new Set(numbers.map(({ finding }) => finding))).toEqual(new Set(["not_own"]));
  expect(dialling.dialledLegs()).toEqual([]);
  await setOwn(true);
});

async function forwardAll(to: string | null): Promise<void> {
  await desk.db.updateTable("station_telephony").set({ forward_to: to }).execute();
}

test("[AD195] [PL6] callers are forwarded only to numbers that the desk may dial and under an own number, and otherwise go to the desk", async () => {
  const { admin, owner } = desk.people;
  const target = "+61491570157";
  for (const forwardTo of ["+61 1900 555 010", "+44 20 7946 0018", "000"]) {
    const refused = await desk.post(path("/phoneLines"), fields(spoofed, { forwardTo }), admin);
    const { body } = await desk.get(path("/station"), admin);
    const details = await desk.send("PUT", path("/station"), admin, { ...body, forwardTo });
    for (const { status, body: answer } of [refused, details]) {
      const { fields: wrong } = answer["error"] as { fields: Record<string, object> };
      expect([forwardTo, status, Object.keys(wrong)]).toEqual([forwardTo, 400, ["forwardTo"]]);
    }
  }
  const ringing = async () => (await desk.service.ring(desk.line, dialledNumber)).body;
  const board = async () => (await desk.get(path("/board"), owner)).body["checks"] as BoardCheck[];
  const findings = async () =>
    (await board()).filter(({ part }) => part === "line").map(({ finding }) => finding);

  await forwardAll(target);
  const shown = `callerId="${desk.line}"><Number>${target}</Number>`;
  expect(await ringing()).toContain(shown);
  expect(await findings()).toContain("forwarded");
  await forwardAll("+61190055501");
  expect(await ringing()).toContain("<Enqueue");
  expect(await findings()).toContain("not_forwarded");
  await forwardAll(target);
  await setOwn(false);
  expect(await ringing()).toContain("<Enqueue");
  expect(await findings()).toContain("not_forwarded");
  await forwardAll(null);
  await setOwn(true);
});

test("a verification call shows a number of the station's own or of the pool, and never another station's", async () => {
  const { admin, owner } = desk.people;
  const verify = async (number: string) => {
    const body = { station: desk.station, number };
    const { status } = await desk.post("/admin/callerIds/verify", body, admin);
    return [status, desk.service.verified.splice(0).map(({ From }) => From)];
  };
  const neighbour = await aStation(desk.db, [[owner, "owner"]]);
  const theirs = fields("+61299990010");
  await desk.post(`/admin/${neighbour}/phoneLines`, theirs, owner);

  expect(await verify("0491 570 156")).toEqual([200, [desk.line]]);
  await setOwn(false);
  const lines = await desk.db.selectFrom("phone_line").select("number").execute();
  const taken = new Set(lines.map(({ number }) => number));
  const pool = Array.from({ length: 10 }, (_, at) => `+612999900${10 + at}`);
  const free = pool.find((number) => !taken.has(number));
  expect(await verify("0491 570 157")).toEqual([200, [free]]);
  for (const number of pool) {
    await desk.post(`/admin/${neighbour}/phoneLines`, fields(number), owner);
  }
  expect(await verify("0491 570 158")).toEqual([409, []]);
  await desk.db.deleteFrom("phone_line").where("station_id", "=", neighbour).execute();
  await desk.db.deleteFrom("caller_id").execute();
  await setOwn(true);
});

test("[AD190] an owner confirms only the number that the form shows, and other people and values change nothing", async () => {
  const { admin, owner } = desk.people;
  const line = await add(admin, spoofed);
  const confirmOwn = (person: Person, number: string) =>
    desk.post(path(`/phoneLines/${line.id}/own`), { number }, person);
  const isOwn = async () => {
    const { body } = await desk.get(path("/phoneLines"), owner);
    return (body["items"] as LineDetails[]).find(({ id }) => id === line.id)?.isOwn;
  };

  expect((await confirmOwn(admin, spoofed)).status).toBe(403);
  expect((await confirmOwn(owner, "+61299990004")).status).toBe(409);
  expect(await isOwn()).toBe(false);
  expect(await confirmOwn(owner, spoofed)).toMatchObject({
    status: 200,
    body: { line: { id: line.id, number: spoofed, isOwn: true } },
  });
  expect(await isOwn()).toBe(true);
  const entry = await desk.audited("line.vouched", "user_id", "details");
  expect(entry).toEqual([{ user_id: owner.id, details: { number: spoofed } }]);
  expect((await change(admin, line.id, "+61299990004")).isOwn).toBe(false);
  await remove(line.id);
});
