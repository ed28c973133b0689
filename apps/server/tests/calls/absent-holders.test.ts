import { beforeEach, expect, onTestFinished, test } from "vitest";

import type { SeatEvent } from "@linedesk/contract";
import { ConferenceDesk } from "../support/conference-desk.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();

beforeEach(() => {
  desk.clock.stop();
  onTestFinished(() => desk.clock.go());
});

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    desk.clock.push(1_000);
    await desk.feature.monitor.tick();
  }
  await desk.service.settle();
}

test("[DS27] a holder without leg, seat and console for 10 s loses the call, and a colleague takes it over", async () => {
  const { producer, admin, screener } = desk.people;
  const first = await desk.converse(producer);
  const second = await desk.ring();
  const legOfSecond = await desk.take(producer, second.id);
  expect((await desk.call(first.id)).desk).toMatchObject({ status: "held", unattended: false });
  expect((await desk.handle(screener, first.id, "take_over")).error?.code).toBe("call_taken");

  // The browser crashes. The holder's console is closed first. The 10 s begin when the holder's
  // last leg has ended too.
  desk.present.delete(producer.id);
  await pass(12);
  expect((await desk.call(first.id)).desk).toMatchObject({ unattended: false });
  await desk.service.drop(legOfSecond);
  await pass(9);
  expect((await desk.call(first.id)).desk).toMatchObject({ unattended: false });
  await pass(2);

  expect((await desk.call(first.id)).desk).toMatchObject({
    status: "held",
    unattended: true,
    holder: { user: producer.id },
  });
  const taken = await desk.handle(admin, first.id, "take_over");
  expect(taken.status).toBe(200);
  desk.present.add(producer.id);
});

test("[DS27] a holder with a console, or away for less than 10 s, keeps the call", async () => {
  const { presenter } = desk.people;
  const held = await desk.converse(presenter, "line2", "+61491570008");
  const next = await desk.ring();
  await desk.service.drop(await desk.take(presenter, next.id, "line2"));

  await pass(15);
  desk.present.delete(presenter.id);
  await pass(8);
  desk.present.add(presenter.id);
  await pass(2);
  desk.present.delete(presenter.id);
  await pass(8);
  desk.present.add(presenter.id);
  await pass(1);

  expect((await desk.call(held.id)).desk).toMatchObject({ status: "held", unattended: false });
});

test("[DS90] [LN41] a person stays in a conference when its first caller leaves, and is removed after losing the role", async () => {
  const { presenter, admin } = desk.people;
  const { id: conference, one, two, leg } = await new ConferenceDesk(desk).ofTwo();
  await desk.service.drop(one.sid);
  await desk.service.settle();
  const feed = { station: desk.station, line: "line1", feedsAir: true };
  expect((await desk.post("/station/line_feed", feed, admin)).status).toBe(409);
  const held = await desk.converse(presenter, "line2");
  const next = await desk.ring();
  await desk.service.drop(await desk.take(presenter, next.id, "line2"));
  desk.present.delete(presenter.id);
  await pass(12);
  expect((await desk.call(held.id)).desk).toMatchObject({ unattended: false });
  expect((await desk.call(two.id)).desk).toMatchObject({ status: "screening" });

  await desk.send("DELETE", `/admin/${desk.station}/users/${presenter.id}`, admin);
  await pass(1);
  expect((await desk.call(two.id)).desk).toMatchObject({ status: "held", unattended: true });
  const { participants } = desk.service.rooms.get(`conference:${conference}`) ?? {};
  expect([...(participants?.keys() ?? [])]).not.toContain(leg);
  for (const { sid } of [two, held, next]) {
    await desk.service.drop(sid);
  }
  desk.present.add(presenter.id);
  const back = { user_id: presenter.id, station_id: desk.station, role: "presenter" as const };
  await desk.db.insertInto("membership").values(back).execute();
});

test("[DS90] a disabled person, or a person without the role, has no caller on a line or on hold a second later", async () => {
  const { producer, presenter, admin } = desk.people;
  const held = await desk.converse(producer);
  const talked = await desk.ring();
  const leg = await desk.take(producer, talked.id);
  const other = await desk.converse(presenter);
  async function deskAfterASecond(id: string) {
    await pass(1);
    return (await desk.call(id)).desk;
  }
  expect(await deskAfterASecond(talked.id)).toMatchObject({ status: "screening" });

  await desk.db
    .updateTable("user")
    .set({ disabled_at: new Date() })
    .where("id", "=", producer.id)
    .execute();
  expect(await deskAfterASecond(talked.id)).toMatchObject({ status: "held", unattended: true });
  const left = desk.db.selectFrom("call_leg").select("left_at").where("sid", "=", leg);
  expect((await left.executeTakeFirstOrThrow()).left_at).not.toBeNull();
  expect(await deskAfterASecond(held.id)).toMatchObject({ status: "held", unattended: true });
  expect(await deskAfterASecond(other.id)).toMatchObject({ status: "screening" });

  await desk.send("DELETE", `/admin/${desk.station}/users/${presenter.id}`, admin);
  expect(await deskAfterASecond(other.id)).toMatchObject({ status: "held", unattended: true });
  const taken = await desk.handle(admin, held.id, "take_over");
  expect(taken.status).toBe(200);
  await desk.db.updateTable("user").set({ disabled_at: null }).execute();
});

async function seats(person = desk.people.owner) {
  return (await desk.get(`/station/${desk.station}/seats`, person)).body["items"];
}

function beat(person: { id: string; name: string }, lines = { line1: true, line2: true }) {
  return desk.post(`/station/${desk.station}/seats`, { lines }, person);
}

async function seatEvents() {
  const rows = await desk.db
    .selectFrom("outbox")
    .select("payload")
    .where("channel", "=", `presence-station-${desk.station}`)
    .orderBy("id")
    .execute();
  return rows.map(({ payload }) => (payload as SeatEvent).seat);
}

test("[CN13] [RT2] [RT21] a desk without a heartbeat for 25 s is asleep, and only changes are sent", async () => {
  const { screener, producer } = desk.people;
  const lines = { line1: true, line2: true };
  const awake = { user: screener.id, asleep: false, lines };
  expect((await beat(screener)).body["items"]).toEqual([awake]);
  await beat(screener);
  expect(await seatEvents()).toEqual([awake]);

  await pass(24);
  expect(await seats(producer)).toEqual([awake]);
  await pass(2);
  expect(await seats(producer)).toEqual([{ ...awake, asleep: true }]);
  await pass(2);
  expect(await seatEvents()).toEqual([awake, { ...awake, asleep: true }]);

  await beat(screener, { line1: true, line2: false });
  const changed = { ...awake, lines: { line1: true, line2: false } };
  expect(await seats(producer)).toEqual([changed]);
  expect((await seatEvents()).slice(2)).toEqual([changed]);
});

test("[RT21] a person without a heartbeat for a day has no seat", async () => {
  await beat(desk.people.screener);
  desk.clock.push(86_401_000);

  expect((await beat(desk.people.admin)).body["items"]).toMatchObject([
    { user: desk.people.admin.id },
  ]);
});

test("[DS82] a claim for a line that feeds the air is invalid when the person's role has been lowered", async () => {
  const { screener: person, owner } = desk.people;
  await desk.feedAir("line2");
  async function setRole(role: "screener" | "presenter") {
    const changed = desk.db.updateTable("membership").set({ role });
    await changed.where("user_id", "=", person.id).execute();
  }
  async function acceptAs(role: "screener" | "presenter") {
    await setRole("presenter");
    const { id, sid } = await desk.ring();
    const { claim } = await desk.act(person, { call: id, action: "accept", line: "line2" });
    await setRole(role);
    const { sid: leg } = await desk.service.connect(person.id, claim?.id ?? "");
    await desk.service.settle();
    const { desk: after } = await desk.call(id);
    const isIn = desk.service.rooms.get(`call:${id}`)?.participants.has(leg) ?? false;
    await desk.service.drop(sid);
    return { status: after.status, isIn };
  }

  expect(await acceptAs("presenter")).toEqual({ status: "on_air", isIn: true });
  expect(await acceptAs("screener")).toEqual({ status: "waiting", isIn: false });
  expect((await desk.get(`/twilio/calls/call_list?station=${desk.station}`, owner)).status).toBe(
    200,
  );
});
