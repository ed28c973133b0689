import { afterEach, expect, onTestFinished, test } from "vitest";

import type { PairedAudioServer } from "@linedesk/contract";
import { aPerson, aStation } from "../support/people.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();
afterEach(() => desk.endCalls());

function path(rest = ""): string {
  return `/admin/${desk.station}/audioServers${rest}`;
}
function carrying(id: string, line: "line1" | "line2" = "line1") {
  return { id: `as-${id}-${line}`, name: "" };
}

test("[AS1] [AS34] an admin names audio servers, and members read id and name", async () => {
  const { admin, screener } = desk.people;

  const added = await desk.post(path(), { name: " Studio One " }, admin);
  const server = added.body["server"] as PairedAudioServer;
  expect(server).toMatchObject({ name: "Studio One", pairedAt: null, lastSeenAt: null });
  expect(await desk.post(path(), { name: "studio one" }, admin)).toMatchObject({
    status: 409,
    body: { error: { fields: { name: { reason: "is_taken" } } } },
  });
  expect((await desk.post(path(), { name: " " }, admin)).status).toBe(400);
  const renamed = await desk.send("PUT", path(`/${server.id}`), admin, { name: "Studio 1" });
  expect(renamed.body).toMatchObject({ server: { name: "Studio 1" } });

  expect(await desk.get(`/audioServers/${server.id}`, screener)).toEqual({
    status: 200,
    body: { id: server.id, name: "Studio 1" },
  });
  // The audio server is not paired, so it cannot be chosen yet.
  const list = `/audioServers?station=${desk.station}`;
  expect((await desk.get(list, screener)).body["items"]).toEqual([]);
  expect(await desk.actionsOn(server.id)).toEqual(["audio_server.added", "audio_server.renamed"]);
});

test("[AS27] [AS33] a code is exchanged for id and key once, within ten minutes, and only hashes are kept", async () => {
  const { admin } = desk.people;
  const { body } = await desk.post(path(), { name: "Studio 2" }, admin);
  const { id } = body["server"] as PairedAudioServer;
  desk.clock.push(10 * 60_000 + 1);
  const late = await desk.post("/audioServers/pair", { code: body["code"] });
  expect(late).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });

  const renewed = await desk.post(path(`/${id}/code`), {}, admin);
  const typed = String(renewed.body["code"]).toLowerCase().replace("-", " ");
  const paired = await desk.post("/audioServers/pair", { code: typed });
  expect(paired).toMatchObject({ status: 200, body: { id, key: expect.any(String) } });
  expect((await desk.post("/audioServers/pair", { code: typed })).status).toBe(404);

  const row = await desk.db
    .selectFrom("audio_server")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(row.code_hash).toBeNull();
  expect(row.key_hash).toHaveLength(32);
  expect(JSON.stringify(row)).not.toContain(String(paired.body["key"]));
  expect(await desk.actionsOn(id)).toEqual([
    "audio_server.added",
    "audio_server.code_made",
    "audio_server.paired",
  ]);
  const list = `/audioServers?station=${desk.station}`;
  expect((await desk.get(list, desk.people.screener)).body["items"]).toEqual([
    { id, name: "Studio 2" },
  ]);
});

test("[AS35] [AS25] the key of an audio server gets voice tokens for its own lines until the audio server is revoked", async () => {
  const { admin } = desk.people;
  const { id, key } = await desk.anAudioServer("Studio 3");
  const other = await desk.anAudioServer("Studio 4");
  const token = `/audioServers/${id}/voiceToken`;

  const given = await desk.postWithKey(token, { line: "line2" }, key);
  expect(given).toMatchObject({ status: 200, body: { identity: `as-${id}-line2` } });
  const [, payload = ""] = String(given.body["token"]).split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  expect(claims).toMatchObject({ grants: { identity: `as-${id}-line2` } });
  expect((await desk.postWithKey(token, { line: "line2" }, other.key)).status).toBe(403);
  expect((await desk.postWithKey(token, { line: "line3" }, key)).status).toBe(400);
  expect((await desk.post(token, { line: "line1" }, admin)).status).toBe(401);

  const revoked = await desk.send("DELETE", path(`/${id}`), admin);
  expect(revoked.body).toMatchObject({ server: { pairedAt: null, codeExpiresAt: null } });
  expect((await desk.postWithKey(token, { line: "line2" }, key)).status).toBe(401);
  const device = { type: "audio_server", id };
  const { id: call } = await desk.ring("+61491570110");
  const accept = { call, action: "accept", line: "line1", device };
  expect((await desk.act(desk.people.presenter, accept)).status).toBe(400);
});

test("[AS25] [AS38] a call accepted on an audio-server line has the line's own leg, and the audit names the audio server", async () => {
  const { presenter } = desk.people;
  const { id } = await desk.anAudioServer("Studio 5");
  const { id: call } = await desk.ring("+61491570111");
  const device = { type: "audio_server", id };

  const taken = await desk.act(presenter, { call, action: "accept", line: "line1", device });
  const claim = taken.claim?.id ?? "";
  expect((await desk.service.connect(presenter.id, claim)).isIn).toBe(false);
  expect((await desk.service.connect(`as-${id}-line2`, claim)).isIn).toBe(false);
  const leg = await desk.connect(carrying(id), taken);

  expect((await desk.call(call)).desk).toMatchObject({
    status: "on_air",
    holder: { user: presenter.id, line: "line1" },
  });
  const held = await desk.hold(presenter, call, true);
  expect(held.call.desk.status).toBe("held");
  const resumed = await desk.hold(presenter, call, false);
  expect(resumed).toMatchObject({ claim: null, call: { desk: { status: "on_air" } } });
  const audits = await desk.audited("call.accepted", "subject_id", "details");
  const audit = audits.find(({ subject_id: subject }) => subject === call);
  expect(audit?.details).toMatchObject({ line: "line1", audioServer: id });

  const browser = { call, action: "move", line: "line2", device: { type: "browser" } };
  await desk.connect(presenter, await desk.act(presenter, browser));
  expect(desk.service.calls.has(leg)).toBe(false);
  expect((await desk.call(call)).desk.status).toBe("screening");
  const back = await desk.act(presenter, { call, action: "move", line: "line1", device });
  await desk.connect(carrying(id), back);
  expect((await desk.call(call)).desk.status).toBe("on_air");
});

test("[AS76] the old leg stays half a second beside the new one, except from on air to off air", async () => {
  const { presenter } = desk.people;
  const { id } = await desk.anAudioServer("Studio 14");
  const { id: call, leg } = await desk.converse(presenter, "line2", "+61491570113");
  const device = { type: "audio_server", id };
  desk.clock.stop();
  onTestFinished(() => desk.clock.go());
  async function expectHalfASecond(before: string, device: string, claim: string) {
    const connecting = desk.service.connect(device, claim);
    await expect.poll(() => desk.clock.waiting).toBe(1);
    desk.clock.push(499);
    expect([desk.clock.waiting, desk.service.calls.has(before)]).toEqual([1, true]);
    desk.clock.push(1);
    const connected = await connecting;
    await desk.service.settle();
    expect(desk.service.calls.has(before)).toBe(false);
    return connected;
  }

  const toAir = await desk.act(presenter, { call, action: "move", line: "line1", device });
  const onAir = await expectHalfASecond(leg, `as-${id}-line1`, toAir.claim?.id ?? "");
  expect((await desk.call(call)).desk).toMatchObject({ status: "on_air" });
  const toOther = await desk.act(presenter, { call, action: "move", line: "line2", device });
  const next = toOther.claim?.id ?? "";
  const other = await expectHalfASecond(onAir.sid, `as-${id}-line2`, next);
  expect(other.body).not.toContain("<Play");
  const browser = { call, action: "move", line: "line1", device: { type: "browser" } };
  const fromAir = await desk.act(presenter, browser);
  const offAir = await desk.service.connect(presenter.id, fromAir.claim?.id ?? "");
  expect(offAir.body).toContain('<Play digits="w"/><Dial>');
  await desk.service.settle();
  expect(desk.service.calls.has(other.sid)).toBe(false);
  expect((await desk.call(call)).desk).toMatchObject({ status: "screening" });
});

test("[AS25] a dialled or resumed call on an audio-server line waits for the leg of this line", async () => {
  const { presenter, screener } = desk.people;
  const { id } = await desk.anAudioServer("Studio 6");
  const device = { type: "audio_server", id };
  const body = { station: desk.station, to: "0491 570 156", line: "line1", device };

  expect((await desk.post("/twilio/calls/outbound_conference", body, screener)).status).toBe(403);
  const dialled = await desk.post("/twilio/calls/outbound_conference", body, presenter);
  const claim = (dialled.body["claim"] as { id: string }).id;
  expect((await desk.service.connect(presenter.id, claim)).isIn).toBe(false);
  expect((await desk.service.connect(`as-${id}-line1`, claim)).isIn).toBe(true);

  const { id: call, leg } = await desk.converse(presenter, "line2", "+61491570112");
  await desk.service.drop(leg);
  await desk.service.settle();
  const resume = { call, hold: false, line: "line2", device };
  const resumed = await desk.post("/twilio/calls/handle_hold", resume, presenter);
  await desk.connect(carrying(id, "line2"), resumed.body as never);
  expect((await desk.call(call)).desk.status).toBe("on_air");
});

test("[AS36] an audio-server line belongs to one person, and until it is free a refusal names this person to others", async () => {
  const { presenter, producer } = desk.people;
  const { id } = await desk.anAudioServer("Studio 7");
  const device = { type: "audio_server", id };
  const first = await desk.ring("+61491570113");
  const second = await desk.ring("+61491570114");
  const how = { action: "accept", line: "line1", device };

  const taken = await desk.act(presenter, { call: first.id, ...how });
  const claimed = await desk.act(producer, { call: second.id, ...how });
  expect(claimed).toMatchObject({
    status: 409,
    error: { code: "line_busy", message: "Carla has a call on line 1 of Studio 7." },
  });
  const leg = await desk.connect(carrying(id), taken);
  expect((await desk.act(producer, { call: second.id, ...how })).error?.code).toBe("line_busy");

  await desk.service.drop(leg);
  await desk.service.settle();
  expect((await desk.call(first.id)).desk).toMatchObject({ status: "held", unattended: true });
  const now = await desk.act(producer, { call: second.id, ...how });
  await desk.connect(carrying(id), now);
  expect((await desk.call(second.id)).desk).toMatchObject({ holder: { user: producer.id } });
});

test("[AS1] [LN14] [AS39] an admin manages device presets, and members read which audio server has which line", async () => {
  const { admin, screener } = desk.people;
  const { id } = await desk.anAudioServer("Studio 8");
  const presets = `/admin/${desk.station}/devicePresets`;
  const fields = { name: "Morning", line1: id, line2: id, feedsAir: { line1: null, line2: false } };
  const shown = {
    station: desk.station,
    name: "Morning",
    line1: { id, name: "Studio 8" },
    line2: { id, name: "Studio 8" },
    feedsAir: fields.feedsAir,
    seatOf: null,
  };

  const added = await desk.post(presets, fields, admin);
  const preset = (added.body["preset"] as { id: string }).id;
  expect(await desk.get(`/devicePresets/${preset}`, screener)).toEqual({
    status: 200,
    body: { id: preset, ...shown },
  });
  const list = await desk.get(`/devicePresets?station=${desk.station}`, screener);
  expect(list.body["items"]).toEqual([{ id: preset, ...shown }]);
  expect((await desk.post(presets, fields, admin)).status).toBe(409);
  const elsewhere = await aStation(desk.db, [[await aPerson(desk.db, "Gia"), "admin"]]);
  const foreign = await desk.db
    .insertInto("audio_server")
    .values({ id: elsewhere, station_id: elsewhere, name: "Not ours" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const wrong = { ...fields, name: "Night", line2: foreign.id };
  expect(await desk.post(presets, wrong, admin)).toMatchObject({
    status: 400,
    body: { error: { fields: { line2: { reason: "is_no_audio_server" } } } },
  });

  const changed = { ...fields, name: "Evening", line2: null };
  const saved = await desk.send("PUT", `${presets}/${preset}`, admin, changed);
  expect(saved.body).toMatchObject({ preset: { name: "Evening", line2: null } });
  const gone = await desk.send("DELETE", `${presets}/${preset}`, admin);
  expect(gone.body).toEqual({ removed: preset });
  expect((await desk.get(`/devicePresets/${preset}`, screener)).status).toBe(404);
  expect(await desk.actionsOn(preset)).toEqual([
    "device_preset.added",
    "device_preset.changed",
    "device_preset.removed",
  ]);
});

test("[AS33] the addresses of one IPv6 network share ten attempts at codes, and another network has its own", async () => {
  const tries = await Promise.all(
    Array.from({ length: 12 }, (_, host) => desk.pairFrom(`2001:db8:0:1::${host}`, "AAAA-AAAA")),
  );
  const other = await desk.pairFrom("2001:db8:0:2::1", "AAAA-AAAA");

  expect(tries.filter(({ status }) => status === 404)).toHaveLength(10);
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(2);
  expect(other.status).toBe(404);
});

test("[AS85] [AS86] an admin requests a restart and the log of an audio server, with audit entries", async () => {
  const { admin } = desk.people;
  const { id, key } = await desk.anAudioServer("Studio 11");
  const other = await desk.anAudioServer("Studio 12");
  const [restart, log] = [path(`/${id}/restart`), path(`/${id}/log`)];

  const restarted = await desk.post(restart, {}, admin);
  const requested = await desk.post(log, {}, admin);
  const events = await desk.db
    .selectFrom("outbox")
    .select(["event", "payload"])
    .where("channel", "=", `presence-audio-server-${id}-line1`)
    .orderBy("id")
    .execute();
  expect(events).toEqual([
    { event: "restart.requested", payload: restarted.body },
    { event: "log.requested", payload: requested.body },
  ]);
  const request = String(requested.body["request"]);
  const read = () => desk.get(`${log}?request=${request}`, admin);
  expect((await read()).body).toEqual({ text: null });

  const sent = `/audioServers/${id}/log`;
  expect((await desk.postWithKey(sent, { request, lines: ["x"] }, other.key)).status).toBe(403);
  expect((await desk.post(sent, { request, lines: ["x"] }, admin)).status).toBe(401);
  expect((await desk.postWithKey(sent, { request: id, lines: ["x"] }, key)).status).toBe(404);
  const tooLong = { request, lines: ["x".repeat(8_001)] };
  expect((await desk.postWithKey(sent, tooLong, key)).status).toBe(400);
  expect((await desk.postWithKey(sent, { request, lines: ["one", "two"] }, key)).status).toBe(200);
  expect((await desk.postWithKey(sent, { request, lines: ["again"] }, key)).status).toBe(404);
  expect((await read()).body).toEqual({ text: "one\ntwo\n" });

  await desk.post(log, {}, admin);
  expect((await read()).status).toBe(404);
  await desk.send("DELETE", path(`/${id}`), admin);
  expect((await desk.post(restart, {}, admin)).status).toBe(409);
  expect((await desk.post(path(`/${desk.station}/log`), {}, admin)).status).toBe(404);
  expect((await desk.actionsOn(id)).slice(2)).toEqual([
    "audio_server.restart_requested",
    "audio_server.log_requested",
    "audio_server.log_requested",
    "audio_server.revoked",
  ]);
});
