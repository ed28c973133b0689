import { afterEach, expect, test } from "vitest";

import { type AirRules, feedsAir, type PairedAudioServer } from "@linedesk/contract";
import { aPerson } from "../support/people.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();
afterEach(() => desk.endCalls());

function carrying(id: string, line: "line1" | "line2" = "line1") {
  return { id: `as-${id}-${line}`, name: "" };
}

test("[DS82] a swap checks the role again when the leg feeds the air, even if the line is not set to feed it", async () => {
  const { presenter } = desk.people;
  const { id } = await desk.anAudioServer("Studio 13");
  const device = { type: "audio_server", id };
  const { id: call } = await desk.ring("+61491570118");
  await desk.connect(
    carrying(id),
    await desk.act(presenter, { call, action: "accept", line: "line1", device }),
  );
  const other = await desk.converse(presenter, "line2", "+61491570119");
  async function setRole(role: "screener" | "presenter") {
    const mine = desk.db.updateTable("membership").set({ role });
    await mine.where("user_id", "=", presenter.id).execute();
  }

  await setRole("screener");
  const refused = await desk.act(presenter, { call, action: "swap" });

  expect(refused).toMatchObject({ status: 403, error: { code: "forbidden" } });
  await desk.service.settle();
  expect((await desk.call(call)).desk).toMatchObject({
    status: "on_air",
    holder: { line: "line1" },
  });
  expect((await desk.call(other.id)).desk).toMatchObject({ holder: { line: "line2" } });
  await setRole("presenter");
  expect((await desk.act(presenter, { call, action: "swap" })).status).toBe(200);
});

test("a swap onto an audio-server line that feeds the air requires the air-ready check", async () => {
  const { admin, presenter } = desk.people;
  const { id } = await desk.anAudioServer("Studio 10");
  const device = { type: "audio_server", id };
  const { id: call } = await desk.ring("+61491570116");
  const accept = { call, action: "accept", line: "line1", device };
  await desk.connect(carrying(id), await desk.act(presenter, accept));
  const other = await desk.converse(presenter, "line2", "+61491570117");
  const set = { station: desk.station, required: true };
  await desk.post("/station/air_ready", set, admin);

  const refused = await desk.act(presenter, { call, action: "swap" });
  expect(refused).toMatchObject({ status: 409, error: { code: "not_air_ready" } });
  const insisted = await desk.act(presenter, { call, action: "swap", evenIfNotReady: true });

  expect(insisted.status).toBe(200);
  await desk.service.settle();
  expect((await desk.call(other.id)).desk).toMatchObject({ holder: { line: "line1" } });
  await desk.post("/station/air_ready", { ...set, required: false }, admin);
});

test("[AS35] a call on a revoked audio server is held and unattended", async () => {
  const { admin, presenter } = desk.people;
  const { id } = await desk.anAudioServer("Studio 16");
  const device = { type: "audio_server", id };
  const { id: call } = await desk.ring("+61491570120");
  const taken = await desk.act(presenter, { call, action: "accept", line: "line1", device });
  const leg = await desk.connect(carrying(id), taken);

  expect((await desk.send("DELETE", servers(`/${id}`), admin)).status).toBe(200);
  await desk.service.settle();

  expect(desk.service.calls.has(leg)).toBe(false);
  expect((await desk.call(call)).desk).toMatchObject({ status: "held", unattended: true });
});

test("[AS35] a call on a revoked audio server is held as soon as the exchange answers again", async () => {
  const { admin, presenter } = desk.people;
  const { id } = await desk.anAudioServer("Studio 17");
  const device = { type: "audio_server", id };
  const { id: call } = await desk.ring("+61491570121");
  const taken = await desk.act(presenter, { call, action: "accept", line: "line1", device });
  const leg = await desk.connect(carrying(id), taken);
  desk.service.isAway = true;
  expect((await desk.send("DELETE", servers(`/${id}`), admin)).status).toBe(200);
  expect(desk.service.calls.has(leg)).toBe(true);

  desk.service.isAway = false;
  await desk.feature.monitor.tick();
  await desk.service.settle();

  expect(desk.service.calls.has(leg)).toBe(false);
  expect((await desk.call(call)).desk).toMatchObject({ status: "held", unattended: true });
});

test("[AS34] an unpaired audio server is removed with its log and from presets, and a paired audio server is not removed", async () => {
  const { admin, producer } = desk.people;
  const { id } = await desk.anAudioServer("Studio 15");
  const presets = `/admin/${desk.station}/devicePresets`;
  const feedsAir = { line1: null, line2: null };
  const preset = { name: "With studio 15", line1: id, line2: id, feedsAir };
  const made = await desk.post(presets, preset, admin);
  expect(made.status).toBe(200);
  expect((await desk.post(servers(`/${id}/log`), {}, admin)).status).toBe(200);
  const name = servers(`/${id}/name`);
  expect((await desk.send("DELETE", name)).status).toBe(401);
  expect((await desk.send("DELETE", name, producer)).status).toBe(403);
  expect((await desk.send("DELETE", servers("/x/name"), admin)).status).toBe(400);
  expect(await desk.send("DELETE", name, admin)).toMatchObject({
    status: 409,
    body: { error: { message: "This audio server is paired. Revoke it first." } },
  });

  await desk.send("DELETE", servers(`/${id}`), admin);
  expect(await desk.send("DELETE", name, admin)).toEqual({ status: 200, body: {} });

  expect((await desk.send("DELETE", name, admin)).status).toBe(404);
  const left = (await desk.get(servers(), admin)).body["items"] as PairedAudioServer[];
  expect(left.map((one) => one.id)).not.toContain(id);
  expect((await desk.get(presets, admin)).body["items"]).toContainEqual(
    expect.objectContaining({ name: preset.name, line1: null, line2: null }),
  );
  expect((await desk.actionsOn(id)).at(-1)).toBe("audio_server.removed");
  const again = await desk.post(servers(), { name: "Studio 15" }, admin);
  expect(again.status).toBe(200);
});

function servers(rest = ""): string {
  return `/admin/${desk.station}/audioServers${rest}`;
}

test("[AS33] a pairing code becomes invalid when its author loses the membership, the role or the account", async () => {
  const { owner } = desk.people;
  const ends = [
    ["DELETE", "", undefined],
    ["PUT", "", { role: "producer" }],
    ["PUT", "/active", { active: false }],
  ] as const;
  for (const [index, [method, rest, body]] of ends.entries()) {
    const maker = await aPerson(desk.db, "Mo");
    const membership = { user_id: maker.id, station_id: desk.station, role: "admin" } as const;
    await desk.db.insertInto("membership").values(membership).execute();
    const added = await desk.post(servers(), { name: `Studio of Mo ${index}` }, maker);
    const { id } = added.body["server"] as PairedAudioServer;
    const renewed = await desk.post(servers(`/${id}/code`), {}, maker);

    const user = `/admin/${desk.station}/users/${maker.id}${rest}`;
    expect((await desk.send(method, user, owner, body)).status).toBe(200);
    const { code } = renewed.body;
    const late = await desk.post("/audioServers/pair", { code });
    expect([rest, late.status]).toEqual([rest, 404]);
    // A colleague's code pairs the same audio server.
    const another = await desk.post(servers(`/${id}/code`), {}, owner);
    const paired = await desk.post("/audioServers/pair", { code: another.body["code"] });
    expect(paired).toMatchObject({ status: 200, body: { id } });
  }
});

test("[AU43] a line that any preset lets feed the air also feeds it when a request names no preset", async () => {
  const { admin, screener, presenter } = desk.people;
  const { id } = await desk.anAudioServer("Studio Air");
  const fields = { name: "On air", line1: null, line2: id, feedsAir: { line1: null, line2: true } };
  await desk.post(`/admin/${desk.station}/devicePresets`, fields, admin);
  expect((await desk.events()).at(-1)).toMatchObject({ type: "station.stale" });
  const ended = await desk.db
    .selectFrom("outbox")
    .select("channel")
    .where("event", "=", "rights.changed")
    .execute();
  expect(ended.map(({ channel }) => channel)).toContain(`private-user-${screener.id}`);
  const at = { station: desk.station };
  const { body } = await desk.post("/twilio/calls/call_subscription", at, screener);
  const device = { type: "audio_server", id } as const;
  expect(feedsAir("line2", device, body["air"] as AirRules)).toBe(true);
  const off = { ...at, line: "line2", feedsAir: false };
  expect((await desk.post("/station/line_feed", off, admin)).status).toBe(200);
  const { id: call } = await desk.ring("+61491570118");
  const accept = { call, action: "accept", line: "line2", device };

  expect((await desk.act(screener, accept)).status).toBe(403);
  const taken = await desk.act(presenter, accept);
  await desk.connect(carrying(id, "line2"), taken);

  expect((await desk.call(call)).desk.status).toBe("on_air");
});
