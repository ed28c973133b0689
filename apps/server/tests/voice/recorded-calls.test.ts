import { afterAll, afterEach, expect, test } from "vitest";

import { parseWav, toneAmplitude } from "@linedesk/audio";
import type { HistoryCall, RecordingSettings, TimelineEntry } from "@linedesk/contract";
import { ring, type SipListener } from "@linedesk/testkit";
import { alice, openExchangeDesk, owner } from "../support/exchange-desk.ts";
import { aTone, SoundServer } from "../support/sound-server.ts";

const listeners: SipListener[] = [];
const callerHz = 440;
const operatorHz = 1_000;
const noticeHz = 600;
const pausedHz = 1_800;
const audibleLevel = 0.03;
const packetMs = 20;

const sounds = await SoundServer.open({ "/notice.wav": aTone(1_500, 0.1, noticeHz) });
afterAll(() => sounds.close());
const desk = await openExchangeDesk({ env: { WEBHOOK_HOSTS: sounds.host } });
const softphone = await desk.softphone(alice);
afterAll(() => softphone.close());
await softphone.say(operatorHz);
afterEach(async () => {
  for (const listener of listeners.splice(0)) {
    await listener.close();
  }
  await desk.until("every call is over", async () => (await desk.calls(alice)).length === 0);
});

async function setUp(mode: RecordingSettings["mode"], noticeUrl = sounds.url("/notice.wav")) {
  const settings = { mode, noticeWords: null, noticeUrl };
  const { status, body } = await desk.send(
    "PUT",
    `/admin/${desk.station}/recording`,
    owner,
    settings,
  );
  expect([status, body]).toEqual([200, settings]);
}

/** Uploads the notice as an admin's file, which the station stores. */
async function uploadNotice(): Promise<string> {
  const data = aTone(1_500, 0.1, noticeHz)
    .toString("base64")
    .match(/.{1,9000}/g);
  const file = { use: "announcement", name: "notice.wav", data };
  const { url } = await desk.post(`/admin/${desk.station}/sounds`, file, owner);
  return String(url);
}

async function aScreenedCall() {
  const to = "+61255500101";
  const listener = await ring({ exchange: desk.sip, from: "+61491570006", to });
  listeners.push(listener);
  listener.say(callerHz);
  await desk.until("the call waits", async () => (await desk.calls(alice)).length === 1);
  const id = (await desk.calls(alice))[0]?.id ?? "";
  const { claim } = await desk.handle(alice, id, "accept");
  const leg = await softphone.connect({ params: { claim: claim.id } });
  await leg.waitFor("accept");
  await desk.untilDesk(alice, id, "screening");
  await leg.receivesTone(callerHz);
  return { listener, id, leg };
}

function isState(id: string, state: string | undefined) {
  return async () => (await desk.calls(alice)).find((call) => call.id === id)?.recording === state;
}
function receives(listener: SipListener, hz: number) {
  return async () => listener.toneAmplitude(hz) > audibleLevel;
}
/** Searches only the last ten seconds, because the notice is short. */
function hasReceivedNotice(listener: SipListener) {
  return async () => listener.toneAmplitude(noticeHz, 10_000) > audibleLevel / 6;
}
function receivesFor(listener: SipListener, ms: number): Promise<void> {
  const enough = listener.packetsReceived + ms / packetMs;
  return desk.until(`${ms} ms of sound`, async () => listener.packetsReceived >= enough);
}
async function pastCall(id: string): Promise<HistoryCall | undefined> {
  const { items } = await desk.get(`/station/${desk.station}/caller/history`, owner);
  return (items as HistoryCall[] | undefined)?.find((call) => call.id === id);
}
async function untilStored(id: string): Promise<string> {
  let found: string | undefined;
  await desk.until("the recording is stored", async () => {
    const stored = (await pastCall(id))?.recordings?.find(({ durationS }) => durationS !== null);
    found = stored?.id;
    return found !== undefined;
  });
  return found ?? "";
}
async function readSound(recording: string) {
  const answer = await desk.fetchFile(`/recordings/${recording}/sound`, owner);
  expect(answer.status).toBe(200);
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}
/** Returns each tone's level in the whole recording, and the notice's in its first half second. */
function amplitudes(bytes: Buffer): Record<number | "begin", number> {
  const { samples, sampleRate } = parseWav(bytes);
  const whole = Int16Array.from(samples, (value) => Math.round(value * 32_767));
  const amplitude = (sound: Int16Array, hz: number) =>
    toneAmplitude(sound, hz, sampleRate) / 32_768;
  const tones = [callerHz, operatorHz, noticeHz, pausedHz].map((hz) => [hz, amplitude(whole, hz)]);
  const begin = amplitude(whole.subarray(0, sampleRate / 2), noticeHz);
  return { ...Object.fromEntries(tones), begin };
}
async function countAudited(action: string): Promise<number> {
  const rows = await desk.db
    .selectFrom("audit_entry")
    .select(["action", "user_id"])
    .where("action", "=", action)
    .execute();
  expect(rows.every(({ user_id }) => user_id === owner.id)).toBe(true);
  return rows.length;
}

test("[RG3] [RG4] [RG6] [RG9] the notice comes first and only the caller hears it; the recording begins after it and omits the pauses", async () => {
  await setUp("on_request");
  const { listener, id, leg } = await aScreenedCall();
  await desk.until("the operator is heard", receives(listener, operatorHz));
  const path = `/twilio/calls/${id}/recording`;

  await desk.post(path, { action: "start" }, alice);
  await desk.until("the caller hears the notice", hasReceivedNotice(listener));
  await leg.receivesTone(noticeHz, false);
  await desk.until("the recording runs", isState(id, "running"));
  await receivesFor(listener, 2_500);

  await desk.post(path, { action: "pause" }, alice);
  listener.say(pausedHz);
  await leg.receivesTone(pausedHz);
  listener.say(callerHz);
  await leg.receivesTone(pausedHz, false);
  await desk.post(path, { action: "resume" }, alice);
  await desk.until("the recording continues", isState(id, "running"));
  await desk.post(path, { action: "stop" }, alice);
  await desk.until("the recording is over", isState(id, undefined));
  await desk.handle(alice, id, "hang_up");
  await listener.ended;

  const recording = await untilStored(id);
  const { answer, bytes } = await readSound(recording);
  expect(answer.headers.get("content-type")).toMatch(/^audio\/(x-)?wav/);
  const received = amplitudes(bytes);
  expect(received[callerHz]).toBeGreaterThan(audibleLevel);
  expect(received[operatorHz]).toBeGreaterThan(audibleLevel);
  expect(received[noticeHz]).toBeLessThan(audibleLevel / 6);
  expect(received.begin).toBeLessThan(audibleLevel / 6);
  expect(received[pausedHz]).toBeLessThan(audibleLevel / 6);

  const range = { range: "bytes=0-43" };
  const part = await desk.fetchFile(`/recordings/${recording}/sound`, owner, range);
  expect([part.status, part.headers.get("content-range")]).toEqual([
    206,
    `bytes 0-43/${bytes.length}`,
  ]);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(0, 44))).toBe(true);
  expect(await countAudited("recording.played")).toBe(1);
  const file = await desk.fetchFile(`/recordings/${recording}/sound?file=true`, owner);
  await file.arrayBuffer();
  const headers = [...part.headers, ...file.headers].flat().join(" ");
  expect(headers).toMatch(/attachment; filename="recording-\d{4}-\d\d-\d\d-[0-9a-f]{6}\.wav"/);
  expect(headers).not.toMatch(/RE[0-9a-f]{32}|Accounts|570006/);
  expect(await countAudited("recording.downloaded")).toBe(1);

  const { items } = await desk.get(`/twilio/calls/${id}/timeline`, owner);
  const steps = (items as TimelineEntry[]).filter(({ type }) => type.startsWith("recording."));
  expect(steps.map(({ type }) => type.slice(10))).toEqual([
    "requested",
    "announced",
    "started",
    "paused",
    "resumed",
    "stopped",
    "played",
    "downloaded",
  ]);
  expect(steps[1]?.words).toBe(sounds.url("/notice.wav"));
  const ranges = ["bytes=0-", "bytes=00-", "Bytes=0-", "bytes=44-"].map((range) => ({ range }));
  for (const more of [{}, ...ranges]) {
    await (
      await desk.fetchFile(`/recordings/${recording}/sound?file=true`, owner, more)
    ).arrayBuffer();
  }
  // A request for a range that begins after byte 0 continues an earlier download, so it is not
  // audited.
  expect(await countAudited("recording.downloaded")).toBe(5);
});

test("[RG2] [RG7] [RG11] [RG1] an answered call is recorded automatically after the notice, and a deletion reaches the exchange", async () => {
  await setUp("every_call", await uploadNotice());
  const { listener, id } = await aScreenedCall();
  await desk.until("the caller hears the notice", hasReceivedNotice(listener));
  await desk.until("the recording runs", isState(id, "running"));
  await receivesFor(listener, 1_200);
  await listener.close();

  const recording = await untilStored(id);
  const row = await desk.db
    .selectFrom("recording")
    .select(["requested_by", "service_sid"])
    .where("id", "=", recording)
    .executeTakeFirstOrThrow();
  expect(row.requested_by).toBeNull();
  const received = amplitudes((await readSound(recording)).bytes);
  expect(received[callerHz]).toBeGreaterThan(audibleLevel);
  expect(received[noticeHz]).toBeLessThan(audibleLevel / 6);
  expect(received.begin).toBeLessThan(audibleLevel / 6);

  const reason = { reason: "A test" };
  expect((await desk.send("DELETE", `/recordings/${recording}`, owner, reason)).status).toBe(200);
  expect(await desk.findRecording(row.service_sid ?? "")).toBeNull();
  const gone = await desk.fetchFile(`/recordings/${recording}/sound`, owner);
  expect(gone.status).toBe(404);
  await setUp("off");
});

test("[XI132] a listener who disappears while waiting, without a BYE, leaves the queue", async () => {
  const to = "+61255500101";
  const listener = await ring({ exchange: desk.sip, from: "+61491570006", to });
  listeners.push(listener);
  await desk.until("the call waits", async () => (await desk.calls(alice)).length === 1);
  await listener.answered;
  const [call] = await desk.calls(alice);
  expect(call?.desk.status).toBe("waiting");

  listener.vanish();

  await desk.until("the row is gone", async () => {
    await desk.passTime(1_000);
    return (await desk.calls(alice)).length === 0;
  });
});
