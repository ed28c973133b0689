import { afterEach, expect, test } from "vitest";

import type { AuditEntry, HistoryCall, RecordingSettings, TimelineEntry } from "@linedesk/contract";
import { createRecordingRetentionJob } from "../../src/privacy/retention-job.ts";
import { openTelephonies } from "../../src/telephony/telephony-service.ts";
import { endRecording } from "../support/scripted-recordings.ts";
import { aTone } from "../support/sound-server.ts";
import { openDesk } from "../support/telephone-desk.ts";

const DAY_MS = 86_400_000;
const NOTICE = "This call is recorded.";
const onRequest: RecordingSettings = { mode: "on_request", noticeWords: NOTICE, noticeUrl: null };

const desk = await openDesk();
const { presenter, producer, admin } = desk.people;

afterEach(async () => {
  desk.service.announced = "announcement-end";
  desk.service.refusesRecordings = false;
  await desk.endCalls();
});

function setUp(settings: RecordingSettings, person = admin) {
  return desk.send("PUT", `/admin/${desk.station}/recording`, person, settings);
}
async function record(call: string, action: string, person = presenter) {
  const answer = await desk.post(`/twilio/calls/${call}/recording`, { action }, person);
  await desk.service.settle();
  return answer;
}
async function timeline(call: string): Promise<TimelineEntry[]> {
  const { body } = await desk.get(`/twilio/calls/${call}/timeline`, producer);
  return body["items"] as TimelineEntry[];
}
async function recordingSteps(call: string): Promise<string[]> {
  return (await timeline(call)).map(({ type }) => type).filter((type) => type.startsWith("rec"));
}
async function pastCall(id: string): Promise<HistoryCall | undefined> {
  const { body } = await desk.get(`/station/${desk.station}/caller/history`, producer);
  return (body["items"] as HistoryCall[]).find((call) => call.id === id);
}
async function audited(action: string): Promise<AuditEntry[]> {
  const { body } = await desk.get(`/admin/${desk.station}/audit?action=${action}`, admin);
  return body["items"] as AuditEntry[];
}
function commands(type: string): string[] {
  return desk.service.commands.flatMap((one) => (one.type === type ? [one.sid] : []));
}

async function aRecordedCall(from = "+61491570156") {
  await setUp(onRequest);
  const { id, sid } = await desk.converse(presenter, "line1", from);
  await record(id, "start");
  await record(id, "stop");
  await desk.service.drop(sid);
  await desk.service.settle();
  const recording = (await pastCall(id))?.recordings?.[0];
  const service = [...desk.service.recordings].find(([, one]) => one.call === sid)?.[0] ?? "";
  return { id, recording: recording?.id ?? "", service };
}

test("[RG1] an admin sets what is recorded, never without a notice, and the change is audited", async () => {
  const path = `/admin/${desk.station}/recording`;
  const off: RecordingSettings = { mode: "off", noticeWords: null, noticeUrl: null };
  expect((await desk.get(path, admin)).body).toEqual(off);
  for (const mode of ["on_request", "every_call"] as const) {
    expect(await setUp({ ...off, mode })).toMatchObject({
      status: 400,
      body: { error: { fields: { noticeWords: { reason: "words_or_sound_needed" } } } },
    });
  }
  for (const noticeWords of [
    "\u2060\u2060",
    "\u200b",
    "-",
    " \u3164 ",
    "\u00ad.",
    "\u2800",
    "\ua770 \u02bb",
  ]) {
    for (const mode of ["off", "every_call"] as const) {
      expect([noticeWords, await setUp({ ...off, mode, noticeWords })]).toMatchObject([
        noticeWords,
        {
          status: 400,
          body: { error: { fields: { noticeWords: { reason: "needs_letter_or_digit" } } } },
        },
      ]);
    }
  }
  const nowhere = await setUp({ ...off, mode: "every_call", noticeUrl: "http://127.0.0.1:9/x" });
  expect(nowhere.status).toBe(400);
  expect((await setUp(onRequest, producer)).status).toBe(403);

  expect((await setUp(onRequest)).body).toEqual(onRequest);
  expect((await desk.get(path, admin)).body).toEqual(onRequest);
  const info = await desk.get(`/station/${desk.station}`, presenter);
  expect(info.body["recordingMode"]).toBe("on_request");
  const [entry] = await audited("recording set up");
  expect(entry).toMatchObject({ person: admin, details: { before: off, after: onRequest } });
  expect((await setUp(off)).body).toEqual(off);

  const { id } = await desk.converse(presenter);
  expect((await record(id, "start")).body).toMatchObject({
    error: {
      code: "conflict",
      message: "This station does not record calls. An admin can change that.",
    },
  });
  expect(commands("announce")).toEqual([]);
});

test("[RG6] [RG7] every seat sees a recording start, pause, resume and stop, and the history has its duration", async () => {
  await setUp(onRequest);
  const { id, sid } = await desk.converse(presenter);
  desk.service.announced = null;
  expect((await record(id, "start")).body["call"]).toMatchObject({ recording: "announcing" });
  expect(commands("record")).toEqual([]);
  expect((await record(id, "start")).status).toBe(409);
  expect((await record(id, "pause")).status).toBe(409);
  await record(id, "stop");
  expect((await desk.call(id)).recording).toBeUndefined();

  desk.service.announced = "announcement-end";
  await record(id, "start");
  expect((await desk.call(id)).recording).toBe("running");
  await record(id, "pause");
  expect((await desk.call(id)).recording).toBe("paused");
  await record(id, "resume");
  await record(id, "stop");
  expect((await desk.call(id)).recording).toBeUndefined();
  const seen = (await desk.events()).flatMap((event) =>
    event.type === "call.changed" && event.call.id === id ? [event.call.recording ?? null] : [],
  );
  const states = seen.filter((state, at) => state !== seen[at - 1]).slice(-5);
  expect(states).toEqual(["announcing", "running", "paused", "running", null]);
  expect(commands("stopped")).toHaveLength(1);
  await desk.service.drop(sid);
  const recordings = (await pastCall(id))?.recordings;
  expect(recordings).toMatchObject([{ durationS: 7, deleted: false }]);

  const second = await desk.converse(presenter);
  await record(second.id, "start");
  await desk.service.drop(second.sid);
  const [running = ""] = [...desk.service.recordings]
    .filter(([, one]) => one.call === second.sid)
    .map(([one]) => one);
  await endRecording(desk.service, running);
  expect((await pastCall(second.id))?.recordings).toMatchObject([{ durationS: 7 }]);
});

test("[RG4] a failed notice or start records nothing, and the call continues with the failure in its timeline", async () => {
  await setUp(onRequest);
  const { id } = await desk.converse(presenter);
  desk.service.announced = "announcement-fail";
  await record(id, "start");
  expect((await desk.call(id)).recording).toBeUndefined();
  expect(await recordingSteps(id)).toEqual(["recording.requested", "recording.failed"]);
  const before = commands("record").length;

  desk.service.announced = "announcement-end";
  desk.service.refusesRecordings = true;
  await record(id, "start");
  expect((await recordingSteps(id)).slice(2)).toEqual([
    "recording.requested",
    "recording.announced",
    "recording.failed",
  ]);
  expect(commands("record")).toHaveLength(before);
  expect((await desk.call(id)).desk.status).toBe("screening");

  desk.service.announced = null;
  await record(id, "start");
  await desk.pass(121_000);
  expect((await recordingSteps(id)).at(-1)).toBe("recording.failed");
  expect((await desk.call(id)).recording).toBeUndefined();
});

test("[RG8] conferences and rehearsals are not recorded", async () => {
  await setUp(onRequest);
  const one = await desk.converse(presenter, "line1", "+61491570156");
  const two = await desk.ring("+61491570157");
  await record(one.id, "start");
  expect((await desk.call(one.id)).recording).toBe("running");
  await desk.post("/conference", { action: "start", calls: [one.id, two.id] }, presenter);
  await desk.service.settle();
  await desk.pass(1_000);
  expect((await desk.call(one.id)).recording).toBeUndefined();
  expect(commands("stopped")).toContain(
    [...desk.service.recordings].find(([, { call }]) => call === one.sid)?.[0],
  );
  expect((await record(one.id, "start")).body).toMatchObject({
    error: {
      message: "A conference cannot be recorded, because its other members have heard no notice.",
    },
  });

  const rehearsed = await desk.converse(presenter, "line2", "+61491570158");
  await desk.db
    .updateTable("call")
    .set({ rehearsal: true })
    .where("id", "=", rehearsed.id)
    .execute();
  expect((await record(rehearsed.id, "start")).body).toMatchObject({
    error: { message: "Calls of a rehearsal are not recorded." },
  });
});

test("[RG9] roles without the permission, and people of other stations, cannot record, play, download or delete", async () => {
  const { id, recording } = await aRecordedCall();
  const { screener, outsider } = desk.people;
  const sound = `/recordings/${recording}/sound`;
  const reason = { reason: "asked for" };
  expect([
    (await record(id, "start", screener)).status,
    (await desk.get(sound, screener)).status,
    (await desk.get(`${sound}?file=true`, presenter)).status,
    (await desk.send("DELETE", `/recordings/${recording}`, producer, reason)).status,
  ]).toEqual(Array(4).fill(403));
  expect([
    (await record(id, "start", outsider)).status,
    (await desk.get(sound, outsider)).status,
    (await desk.get(`${sound}?file=true`, outsider)).status,
    (await desk.send("DELETE", `/recordings/${recording}`, outsider, reason)).status,
  ]).toEqual(Array(4).fill(404));
  expect(await audited("recording played")).toEqual([]);
  expect(desk.service.recordings.size).toBeGreaterThan(0);
});

test("[RG11] a person with the permission deletes a recording with a reason, at the telephony service too", async () => {
  const { id, recording, service } = await aRecordedCall();
  const path = `/recordings/${recording}`;
  expect((await desk.send("DELETE", path, admin, { reason: " " })).status).toBe(400);
  const reason = "The caller asked for it";
  expect((await desk.send("DELETE", path, admin, { reason })).body).toEqual({ deleted: true });

  expect(commands("delete_recording")).toContain(service);
  const [entry] = await audited("recording deleted");
  expect(entry).toMatchObject({ person: admin, details: { recording, words: reason } });
  expect((await pastCall(id))?.recordings).toMatchObject([{ id: recording, deleted: true }]);
  const deleted = (await timeline(id)).filter(({ type }) => type === "recording.deleted");
  expect(deleted).toMatchObject([{ by: admin.name, words: reason }]);
  expect((await desk.send("DELETE", path, admin, { reason })).status).toBe(404);
  expect((await desk.get(`${path}/sound`, admin)).status).toBe(404);
});

test("[RG11] older recordings are deleted by their own retention period, here and at the telephony service", async () => {
  const { id, service } = await aRecordedCall();
  const path = `/admin/${desk.station}/privacy`;
  const { body } = await desk.get(path, admin);
  const privacy = body as { retention: object };
  const retention = { ...privacy.retention, recordings: 30 };
  await desk.send("PUT", path, admin, { ...privacy, retention });
  const preview = await desk.post(`${path}/preview`, { retention }, admin);
  expect(preview.body["items"]).toMatchObject([{ kind: "recordings", rows: 0 }]);
  const services = openTelephonies([desk.telephonyConfig]);
  const run = (now: number) =>
    createRecordingRetentionJob({ db: desk.db, services, clock: { now: () => now } }).run();
  await run(Date.now());
  expect(desk.service.recordings.has(service)).toBe(true);

  await run(Date.now() + 31 * DAY_MS);
  expect(desk.service.recordings.size).toBe(0);
  expect((await pastCall(id))?.recordings).toMatchObject([{ deleted: true }]);
  const [entry] = await audited("retention applied");
  expect(entry?.details).toMatchObject({ kind: "recordings" });
  expect(Number(entry?.details["rows"])).toBeGreaterThan(0);
});

test("[RG11] an erased person's recordings are deleted here and at the telephony service, and an export lists them", async () => {
  const number = "+61491570110";
  const { id, recording, service } = await aRecordedCall(number);
  const exported = await desk.post(`/admin/${desk.station}/privacy/export`, { number }, admin);
  const held = JSON.parse(String(exported.body["json"])) as Record<string, unknown>;
  expect(held["recordings"]).toMatchObject([
    { id: recording, call_id: id, notice_words: NOTICE, duration_s: 7, state: "stored" },
  ]);

  const { caller } = (await pastCall(id)) as HistoryCall;
  const path = `/admin/${desk.station}/callers/${caller.id}/erase`;
  const erased = await desk.post(path, { reason: "asked for", dryRun: false }, admin);
  expect(erased.status).toBe(200);
  expect(commands("delete_recording")).toContain(service);
  const left = await desk.db
    .selectFrom("recording")
    .select("id")
    .where("call_id", "=", id)
    .execute();
  expect(left).toEqual([]);
});

test("[RG4] the call's timeline has the notice before the recording", async () => {
  const { id } = await aRecordedCall();
  const steps = (await timeline(id)).filter(({ type }) => type.startsWith("recording."));
  expect(steps.map(({ type }) => type)).toEqual([
    "recording.requested",
    "recording.announced",
    "recording.started",
    "recording.stopped",
  ]);
  expect(steps[0]?.by).toBe(presenter.name);
  expect(steps[1]).toMatchObject({ words: NOTICE });
  expect(Date.parse(steps[1]?.at ?? "")).toBeLessThanOrEqual(Date.parse(steps[2]?.at ?? ""));
});

test("[RG1] the sound of a notice may be an uploaded file, and an address with a password is refused", async () => {
  const path = `/admin/${desk.station}`;
  const data = aTone(1_500, 0.1)
    .toString("base64")
    .match(/.{1,9000}/g);
  const upload = (name: string) =>
    desk.post(`${path}/sounds`, { use: "announcement", name, data }, admin);
  const noticeUrl = String((await upload("Our notice.wav")).body["url"]);
  const withPassword = "http://kim:secret@127.0.0.1/notice.wav";
  expect(await setUp({ ...onRequest, noticeUrl: withPassword })).toMatchObject({
    status: 400,
    body: { error: { fields: { noticeUrl: { reason: "is_no_web_address" } } } },
  });
  expect((await setUp({ mode: "on_request", noticeWords: null, noticeUrl })).status).toBe(200);

  // Another sound is uploaded an hour later, while the notice still uses this sound.
  const created_at = new Date(Date.now() - 3_600_001);
  await desk.db.updateTable("station_sound").set({ created_at }).execute();
  await upload("Another.wav");
  const { id } = await desk.converse(presenter);
  await record(id, "start");
  const announceUrl = desk.service.commands.findLast(({ type }) => type === "announce")?.url ?? "";
  const { pathname, search } = new URL(announceUrl);
  const twiml = (await desk.service.post(`${pathname}${search}`, {})).body;
  const [address = ""] = /\/sounds\/station\/[0-9a-f-]{36}/.exec(twiml) ?? [];
  expect((await desk.getFile(address)).status).toBe(200);
  const announced = (await timeline(id)).find(({ type }) => type === "recording.announced");
  expect(announced?.words).toBe("Our-notice.wav");

  await setUp(onRequest);
  expect((await desk.getFile(address)).status).toBe(404);
});

test("[RG18] only the person with the call records, pauses or stops its recording", async () => {
  await setUp(onRequest);
  const { id } = await desk.converse(presenter);
  const taken = { code: "call_taken", message: `${presenter.name} has this call.` };
  const announced = commands("announce").length;
  async function refuses(action: string) {
    expect((await record(id, action, producer)).body["error"]).toMatchObject(taken);
  }
  await refuses("start");
  expect(commands("announce")).toHaveLength(announced);
  await record(id, "start");
  await refuses("pause");
  await record(id, "pause");
  await refuses("resume");
  await refuses("stop");
  expect((await desk.call(id)).recording).toBe("paused");

  await desk.post("/twilio/calls/handle_hold", { call: id, hold: true }, presenter);
  await desk.service.settle();
  expect((await desk.call(id)).desk.status).toBe("held");
  await refuses("resume");
  const stopped = await record(id, "stop");
  expect(stopped.status).toBe(200);
});
