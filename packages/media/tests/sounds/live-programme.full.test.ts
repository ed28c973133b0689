import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { sine, writeWav } from "@linedesk/audio";
import { startMedia } from "../../src/host/start-media.ts";
import type { MediaEvent, MediaPort } from "../../src/port/media-port.ts";
import { BrowserPhone } from "../../src/testing/browser-phone.ts";
import { eventsOf, eventually, storeFault } from "../../src/testing/media-events.ts";
import { RadioServer, wideHz } from "../../src/testing/radio-server.ts";
import { RtpPhone } from "../../src/testing/rtp-phone.ts";

const programmeHz = 1000;
const musicHz = 600;
const timeoutMs = 30_000;

let media: MediaPort;
let events: MediaEvent[];
let radio: RadioServer;
let soundsDirectory: string;
const faults: string[] = [];
const phones: (RtpPhone | BrowserPhone)[] = [];

beforeAll(async () => {
  soundsDirectory = await mkdtemp(path.join(tmpdir(), "linedesk-sounds-"));
  const music = sine({
    frequenciesHz: [musicHz],
    durationMs: 1000,
    amplitude: 0.2,
    sampleRate: 8000,
  });
  await writeFile(path.join(soundsDirectory, "hold-music.wav"), writeWav(music, 8000));
  radio = await RadioServer.open();
  media = await startMedia({
    isAllowedUrl: (url) => url.hostname === "127.0.0.1",
    soundsDirectory,
    onFault: (message) => storeFault(faults, message),
  });
  events = eventsOf(media);
});

afterEach(() => {
  radio.state = "playing";
  for (const phone of phones.splice(0)) {
    media.closeLeg(phone.id);
    phone.close();
  }
  if (faults.length > 0) {
    throw new Error(faults.join("\n"));
  }
});

afterAll(async () => {
  await media.close();
  await radio.close();
  await rm(soundsDirectory, { recursive: true });
});

/** Returns telephones on hold that hear an address until it is stopped (or `loop` times). */
async function onHold(count: number, url: string, loop = 0): Promise<RtpPhone[]> {
  const held = await Promise.all(
    Array.from({ length: count }, async () => {
      const phone = new RtpPhone(`held-${url}-${phones.length}-${Math.random()}`, null);
      phones.push(phone);
      await phone.connect(media);
      return phone;
    }),
  );
  for (const phone of held) {
    media.play(phone.id, `of ${phone.id}`, { type: "url", url }, loop);
  }
  return held;
}

function endOf(phone: RtpPhone | undefined): MediaEvent | undefined {
  return events.find(
    (event) => event.type === "playback.ended" && event.playback === `of ${phone?.id}`,
  );
}

function allReceive(held: readonly RtpPhone[], toneHz: number): boolean {
  return held.every((phone) => phone.receivesTone(toneHz));
}

test("[XM54] 2 and then 20 listeners hear the live programme over one connection", async () => {
  const url = radio.url("/live.mp3");
  const two = await onHold(2, url);
  await eventually(() => allReceive(two, programmeHz), "the programme at both", timeoutMs);

  const more = await onHold(18, url);
  await eventually(
    () => allReceive([...two, ...more], programmeHz),
    "the programme at all 20",
    timeoutMs,
  );

  expect(radio.requests.filter((path) => path === "/live.mp3").length).toBe(1);
  expect(radio.connections("/live.mp3")).toBe(1);
  expect(two.every((phone) => phone.gaps === 0)).toBe(true);
});

test("[XM55] a lost programme is replaced by music after five seconds, and returns", async () => {
  const held = await onHold(2, radio.url("/dies.mp3"));
  await eventually(() => allReceive(held, programmeHz), "the programme", timeoutMs);

  radio.die();
  await eventually(() => allReceive(held, musicHz), "music", timeoutMs);
  expect(held.some((phone) => phone.receivesTone(programmeHz))).toBe(false);
  expect(held.map((phone) => endOf(phone))).toEqual([undefined, undefined]);

  radio.state = "playing";
  await eventually(
    () => allReceive(held, programmeHz) && !held.some((phone) => phone.receivesTone(musicHz)),
    "the programme again",
    timeoutMs,
  );
  expect(radio.connections("/dies.mp3")).toBe(1);
});

test("[XM57] [XM13] a redirect, a playlist and a stream with titles lead to the programme", async () => {
  const paths = ["/moved", "/list.m3u", "/list.pls", "/titles.mp3"];
  const held = await Promise.all(paths.map(async (path) => onHold(1, radio.url(path))));
  // If titles were decoded as sound, they would add noise to the tone all the time.
  for (const phone of held.flat()) {
    function isPure(): boolean {
      return phone.share(programmeHz) > 0.9;
    }
    await eventually(isPure, "the programme and nothing else", timeoutMs);
  }

  const [hls] = await onHold(1, radio.url("/index.m3u8"));
  await eventually(() => endOf(hls) !== undefined, "the end");
  expect(endOf(hls)).toMatchObject({
    end: { reason: "failed", message: "HLS is not supported. Enter the address of the stream" },
  });
});

test.each(["/wide.wav", "/live.wav"])(
  "[XM90] [XM13] %s is heard wideband by Opus and G.722, and without aliasing at a telephone",
  async (path) => {
    const opus = new BrowserPhone(`opus${path}`, 440, "opus");
    const g722 = new RtpPhone(`g722${path}`, null, { codec: "G722" });
    const telephone = new RtpPhone(`pcmu${path}`, null);
    phones.push(opus, g722, telephone);
    await opus.call(media);
    await g722.connect(media);
    await telephone.connect(media);
    for (const { id } of [opus, g722, telephone]) {
      media.play(id, `of ${id}`, { type: "url", url: radio.url(path) }, 0);
    }

    await eventually(() => opus.receivesTone(wideHz) && opus.receivesTone(700), "Opus", timeoutMs);
    await eventually(() => g722.receivesTone(wideHz) && g722.receivesTone(700), "G.722", timeoutMs);
    await eventually(() => telephone.receivesTone(700), "the telephone", timeoutMs);
    expect(telephone.receivesTone(8000 - wideHz)).toBe(false);
    expect(radio.requests.filter((requested) => requested === path).length).toBe(1);
  },
);
