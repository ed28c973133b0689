import type { SipListener } from "@linedesk/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { BootedExchange, eventually } from "./booted-exchange.ts";
import { readStrictly, sha256, tonesOf } from "./recording-support.ts";
import { aListener, Cleanup } from "./sip-support.ts";

const cleanup = new Cleanup();
const number = "+61255500101";
const PATIENCE_MS = 20_000;
let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
  const voiceUrl = booted.web.url("/incoming");
  await booted.rest.incomingPhoneNumbers.create({ phoneNumber: number, voiceUrl });
});
afterEach(async () => {
  await cleanup.run();
  booted.web.forget();
});
afterAll(() => booted.close());

/** Alice says 440 Hz, Bob 1000 Hz, in one room. */
async function aTalk(noun = "") {
  booted.web.answer(
    "/incoming",
    `<Dial><Conference beep="false" waitUrl="" ${noun}>talk</Conference></Dial>`,
  );
  const alice = await join(440);
  const bob = await join(1000);
  const [call] = await eventually(
    () => booted.rest.calls.list({ from: "+61491570440", status: "in-progress" }),
    (calls) => calls.length === 1,
    PATIENCE_MS,
  );
  await eventually(
    async () => [alice.hears(1000), bob.hears(440)],
    (heard) => heard.every((share) => share > 0.1),
    PATIENCE_MS,
  );
  return { alice, bob, callSid: String(call?.sid) };
}

async function join(sends: number): Promise<SipListener> {
  const from = `+6149157${String(sends).padStart(4, "0")}`;
  return await aListener(cleanup, { address: booted.exchange.sip }, { from, to: number, sends });
}

const pause = async (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** As anybody with the account's password fetches it. */
async function download(path: string, more: Record<string, string> = {}): Promise<Response> {
  const { sid, authToken } = booted.exchange.account;
  const login = Buffer.from(`${sid}:${authToken}`).toString("base64");
  const url = path.startsWith("http") ? path : booted.exchange.url + path;
  return await fetch(url, { headers: { authorization: `Basic ${login}`, ...more } });
}

const media = (sid: string, ending = "") =>
  `/2010-04-01/Accounts/${booted.exchange.account.sid}/Recordings/${sid}${ending}`;

async function bytesOf(response: Response): Promise<Buffer> {
  expect(response.status).toBeLessThan(300);
  return Buffer.from(await response.arrayBuffer());
}

async function completed(sid: string) {
  return await eventually(
    () => booted.rest.recordings(sid).fetch(),
    ({ status }) => status === "completed",
    PATIENCE_MS,
  );
}

describe("the recording of a call", () => {
  it("[XM40][XM46][XR26][XR29] in two channels has each side on its own", async () => {
    const { callSid } = await aTalk();

    const { recordings } = booted.rest.calls(callSid);
    const started = await recordings.create({ recordingChannels: "dual" });
    await pause(1500);
    const stopped = await recordings("Twilio.CURRENT").update({ status: "stopped" });
    const done = await completed(started.sid);
    const wav = await bytesOf(await download(media(started.sid)));

    expect(started).toMatchObject({ callSid, status: "in-progress", channels: 2, duration: null });
    expect(started).toMatchObject({ source: "StartCallRecordingAPI", track: "both" });
    expect(stopped).toMatchObject({ sid: started.sid, status: "stopped" });
    expect(done).toMatchObject({ errorCode: 0 === done.errorCode ? 0 : null, channels: 2 });
    const { channels, sampleRate, durationMs } = readStrictly(wav);
    expect(durationMs).toBeGreaterThan(1000);
    expect(Number(done.duration)).toBe(Math.round(durationMs / 1000));
    expect(channels.map((one) => tonesOf(one, sampleRate, [440, 1000]))).toEqual([[440], [1000]]);
    const known = (await (await download(media(started.sid, ".json"))).json()) as object;
    expect(known).toMatchObject({ checksum: `sha256:${sha256(wav)}`, status: "completed" });
    expect(known).toMatchObject({ media_url: booted.exchange.url + media(started.sid) });
  });

  it("[XM40] in one channel has both, and with a track that one alone", async () => {
    const { callSid } = await aTalk();
    const { recordings } = booted.rest.calls(callSid);
    const started = await Promise.all([
      recordings.create(),
      recordings.create({ recordingTrack: "inbound", recordingChannels: "dual" }),
      recordings.create({ recordingTrack: "outbound" }),
    ]);
    await pause(1500);

    await cleanup.run();
    const heard = await Promise.all(
      started.map(async ({ sid }) => {
        await completed(sid);
        const { channels, sampleRate } = readStrictly(await bytesOf(await download(media(sid))));
        return channels.map((one) => tonesOf(one, sampleRate, [440, 1000]));
      }),
    );

    expect(heard).toEqual([[[440, 1000]], [[440]], [[1000]]]);
  });

  it("[XM42] leaves out a pause, or keeps its length in silence", async () => {
    const { callSid } = await aTalk();
    const { recordings } = booted.rest.calls(callSid);
    const [skipped, silent] = [await recordings.create(), await recordings.create()];
    await pause(800);

    const paused = await recordings(skipped.sid).update({
      status: "paused",
      pauseBehavior: "skip",
    });
    await recordings(silent.sid).update({ status: "paused" });
    await pause(2000);
    await recordings(skipped.sid).update({ status: "in-progress" });
    const resumed = await recordings(silent.sid).update({ status: "in-progress" });
    await pause(800);
    await recordings(skipped.sid).update({ status: "stopped" });
    await recordings(silent.sid).update({ status: "stopped" });
    await Promise.all([completed(skipped.sid), completed(silent.sid)]);
    const short = readStrictly(await bytesOf(await download(media(skipped.sid))));
    const long = readStrictly(await bytesOf(await download(media(silent.sid))));

    expect([paused.status, resumed.status]).toEqual(["paused", "in-progress"]);
    expect(longestSilenceMs(short)).toBeLessThan(200);
    expect(longestSilenceMs(long)).toBeGreaterThan(1700);
    expect(long.durationMs - short.durationMs).toBeGreaterThan(1500);
  });
});

/** Of the first channel, in steps of 20 ms. */
function longestSilenceMs({
  channels: [samples = new Int16Array(0)],
  sampleRate,
}: ReturnType<typeof readStrictly>): number {
  const step = sampleRate / 50;
  let [longest, now] = [0, 0];
  for (let at = 0; at < samples.length; at += step) {
    const isSilent = samples.subarray(at, at + step).every((sample) => Math.abs(sample) < 50);
    now = isSilent ? now + 20 : 0;
    longest = Math.max(longest, now);
  }
  return longest;
}
