import { describe, expect, test } from "vitest";

import { LiveRing } from "../live/live-ring.ts";
import { LiveSounds } from "../live/live-sounds.ts";
import { Studio } from "../testing/fake-studio.ts";
import {
  aTone,
  CountedCodecs,
  expectSmooth,
  formats,
  opus,
  Stage,
} from "../testing/listening-stage.ts";
import { SETTLED_TICKS } from "./catch-up.ts";

describe.each(["G722", "opus"] as const)("callers on hold in %s", (codec) => {
  test("get the same packets of the same sound, each from its own start", () => {
    const stage = new Stage();
    const samples = aTone(440, 0);
    const callers = [0, 13, 37].map((start) => {
      const listener = stage.listener(codec);
      return { start, listener, playback: stage.play(samples) };
    });
    for (let tick = 0; tick < 200; tick += 1) {
      if (tick === 150) {
        stage.codecs.count = 0;
      }
      for (const { start, listener, playback } of callers) {
        if (tick >= start) {
          listener.playTick(playback);
        }
      }
    }

    // One round of the sound has a hundred packets; all of them are encoded by now.
    expect(stage.codecs.count).toBe(0);
    const [first, ...others] = callers.map(({ listener }) =>
      listener.payloads.slice(SETTLED_TICKS),
    );
    for (const payloads of others) {
      expect(payloads.slice(0, 90)).toEqual(first?.slice(0, 90));
    }
  });

  test.each([
    [440, 0],
    [1000, 0],
    [440, 16_000],
    [1000, 48_000],
  ])(
    "hear a tone of %i Hz, with a wideband copy at %i Hz (0: none), without a break in each round, even when they change to shared packets",
    (toneHz, wideRate) => {
      const stage = new Stage();
      const samples = aTone(toneHz, wideRate);
      const listener = stage.listener(codec);
      const playback = stage.play(samples);
      for (let tick = 0; tick < 350; tick += 1) {
        listener.playTick(playback);
      }

      expect(listener.encoding.isSharing).toBe(true);
      // The leg switches to shared packets in its first round. Each later round has the same
      // packets.
      for (const tick of [20, 100, 200, 300]) {
        expectSmooth(listener, tick);
      }
      expect(listener.payloads.slice(250, 290)).toEqual(listener.payloads.slice(150, 190));
    },
  );
});

test("[XM178] a leg with packets of 10 ms shares packets only with similar legs", () => {
  const stage = new Stage();
  const samples = aTone(440, 0);
  function opusOf(lowDelay: boolean) {
    const usual = { maxAverageBitrate: null, inBandFec: true };
    return stage.listener("opus", { opus: lowDelay ? { ...usual, lowDelay } : usual });
  }
  const listeners = [opusOf(true), opusOf(false), opusOf(true)];
  const playbacks = listeners.map(() => stage.play(samples));
  for (let tick = 0; tick < 60; tick += 1) {
    listeners.forEach((listener, i) => listener.playTick(playbacks[i] ?? null));
  }

  expect(listeners.every(({ encoding }) => encoding.isSharing)).toBe(true);
  const [first, usual, other] = listeners.map(({ payloads }) => payloads.slice(SETTLED_TICKS));
  expect(other).toEqual(first);
  expect(usual).not.toEqual(first);
  for (const listener of listeners) {
    expectSmooth(listener, 30);
  }
});

test("a leg with more than 2 % loss or a limit below 24 kbit/s is encoded separately", () => {
  const stage = new Stage();
  const samples = aTone(440, 0);
  function opusAt(maxAverageBitrate: number | null) {
    return stage.listener("opus", { opus: { maxAverageBitrate, inBandFec: true } });
  }
  const listeners = { usual: opusAt(null), narrow: opusAt(23_000), lossy: opusAt(null) };
  const all = Object.values(listeners).map((listener) => ({
    listener,
    playback: stage.play(samples),
  }));
  function run(ticks: number): boolean[] {
    for (let tick = 0; tick < ticks; tick += 1) {
      for (const { listener, playback } of all) {
        listener.playTick(playback);
      }
    }
    return all.map(({ listener }) => listener.encoding.isSharing);
  }

  listeners.lossy.encoding.expectLoss(0.02);
  expect(run(30)).toEqual([true, false, true]);
  listeners.lossy.encoding.expectLoss(0.05);
  expect(run(30)).toEqual([true, false, false]);
  expectSmooth(listeners.lossy, 30);
  listeners.lossy.encoding.expectLoss(0);
  expect(run(30)).toEqual([true, false, true]);
  expectSmooth(listeners.lossy, 60 + SETTLED_TICKS);
});

test("[XT147] the shared encoders of a room end with its last listener, and those of a programme with its stream", async () => {
  const codecs = new CountedCodecs(opus);
  const studio = new Studio(codecs);
  await studio.add("speaker", 440);
  const listeners = [await studio.add("one", null), await studio.add("other", null)];
  for (const listener of listeners) {
    await studio.speak(listener, "opus", null);
  }
  for (const id of ["speaker", "one", "other"]) {
    studio.engine.joinRoom(id, "room", { muted: false, hold: false });
  }
  await studio.run(600);
  const live = new LiveSounds({ loadMusic: async () => new Int16Array(0), onListeners() {} });
  const sound = live.open(1, LiveRing.allocate(), null);
  sound.blockAt(48_000);
  sound
    .ticksAt(48_000)
    .rows.find({
      key: "opus",
      sampleRate: 48_000,
      openEncoder: () => codecs.openEncoder(formats.opus),
    })
    ?.copy(sound.ticksAt(48_000), 0, { out: new Uint8Array(1275), to: 0 });
  // Each of three legs, the room (for both listeners) and the programme has one encoder.
  expect(codecs.open).toBe(5);

  live.handle({ type: "live.closed", live: 1 });
  expect(codecs.open).toBe(4);
  for (const id of ["speaker", "one", "other"]) {
    studio.engine.closeLeg(id);
  }
  expect(codecs.open).toBe(0);
});
