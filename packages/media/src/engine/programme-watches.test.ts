import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { parseWav, resample } from "@linedesk/audio";
import { settled } from "@linedesk/base/testing";
import { aWatchedCaller, mixUnder } from "../testing/radio-behind-voice.ts";
import { speech } from "../testing/spoken-samples.ts";
import { Playbacks } from "./playbacks.ts";
import { ProgrammeWatches } from "./programme-watches.ts";

const RATE = 8000;
const DURATION_S = 40;
const sounds = new URL("../../sounds/", import.meta.url);

function readSound(name: string, pitch: number): Int16Array {
  const { samples, sampleRate } = parseWav(readFileSync(new URL(`${name}.wav`, sounds)));
  const floats = resample(samples, Math.round(sampleRate * pitch), RATE);
  return Int16Array.from(floats, (value) => Math.round(value * 32_767));
}

/** Repeats recorded prompts one after the other. Another pitch represents another person. */
function repeat(names: string[], pitch = 1): Int16Array {
  const samples = names.flatMap((name) => [...readSound(name, pitch)]);
  return Int16Array.from({ length: DURATION_S * RATE }, (_, i) => samples[i % samples.length] ?? 0);
}

const bulletin = repeat(["apology", "line-closed", "not-in-service", "cannot-connect"]);
const music = repeat(["hold-music"]);
const listener = repeat(["enter-code", "wrong-code", "goodbye", "please-hold"], 1.2);
const murmur = speech(DURATION_S * 1000, 0.4);

const programmes = [
  ["the news", bulletin],
  ["music", music],
] as const;
const voices = [
  ["a recorded voice", listener],
  ["a voice without pauses", murmur],
] as const;

describe("in the background of a caller", () => {
  for (const [name, programme] of programmes) {
    for (const [voice, speech] of voices) {
      test(`[XM170] ${name} 20 dB under ${voice}, two seconds late, is found within ten seconds`, async () => {
        const { studio, phone, detections } = await aWatchedCaller(programme);

        phone.say(mixUnder(speech, programme, { gainDb: -20, delayS: 2 }));
        await studio.run(12_000);

        const [found] = detections();
        expect(found).toMatchObject({ isAudible: true });
        expect(Math.abs((found?.lagMs ?? 0) - 2000)).toBeLessThan(60);
      });

      test(`[XM170] ${voice} alone is not taken for ${name}`, async () => {
        const { studio, phone, detections } = await aWatchedCaller(programme);

        phone.say(speech);
        await studio.run(38_000);

        expect(detections()).toEqual([]);
      });
    }
  }

  test("[XM170] music of another kind is not mistaken for the programme", async () => {
    const { studio, phone, detections } = await aWatchedCaller(bulletin);

    phone.say(mixUnder(listener, music, { gainDb: -6, delayS: 0 }));
    await studio.run(38_000);

    expect(detections()).toEqual([]);
  });

  for (const delayS of [-2, 9]) {
    test(`[XM170] a radio ${delayS} s behind the programme is found`, async () => {
      const { studio, phone, detections } = await aWatchedCaller(bulletin);

      phone.say(mixUnder(listener, bulletin, { gainDb: -20, delayS }));
      await studio.run(19_000);

      const [found] = detections();
      expect(Math.abs((found?.lagMs ?? 0) - delayS * 1000)).toBeLessThan(60);
    });
  }

  test("[XM170] sixteen callers are compared at the same time, and a further caller is not", async () => {
    const found: string[] = [];
    const incomingBlock = new Int16Array(160);
    const membership = { muted: false, hold: false };
    const ids = Array.from({ length: 17 }, (_, i) => `caller ${i}`);
    const leg = { incomingBlock, sampleRate: RATE, room: {}, membership };
    const playbacks = new Playbacks({ loadSound: async () => bulletin, onEnd: () => undefined });
    const watches = new ProgrammeWatches({
      legs: new Map(ids.map((id) => [id, leg])),
      playbacks,
      emit: (event) => found.push(event.type === "leg.programme" ? event.leg : event.type),
    });
    for (const id of ids) {
      watches.start(id, "https://radio.example/live");
    }
    await settled();
    for (let tick = 0; tick < 400; tick += 1) {
      watches.tick();
      incomingBlock.set(bulletin.subarray(tick * 160, (tick + 1) * 160));
    }

    expect(found).toEqual(ids.slice(0, 16));
    watches.close();
  });

  test("[XM170] the end of a radio is reported within half a minute", async () => {
    const { studio, phone, detections } = await aWatchedCaller(bulletin);
    const radio = mixUnder(listener, bulletin, { gainDb: -20, delayS: 1 }).subarray(0, 8 * RATE);

    phone.say(Int16Array.from([...radio, ...listener.subarray(8 * RATE)]));
    await studio.run(38_000);

    expect(detections().map(({ isAudible }) => isAudible)).toEqual([true, false]);
  });

  test("[XM173] a radio that was audible in another room is not reported again, even after a hold, and its end is reported", async () => {
    const on = await aWatchedCaller(bulletin, { isAudible: true });
    on.phone.say(mixUnder(listener, bulletin, { gainDb: -20, delayS: 9 }));
    await on.studio.run(35_000);
    on.studio.engine.setMembership("caller", { hold: true });
    await on.studio.run(20_000);
    expect(on.detections()).toEqual([]);
    const held = await aWatchedCaller(bulletin, { isAudible: true, hold: true });
    await held.studio.run(35_000);
    expect(held.detections()).toEqual([]);

    const off = await aWatchedCaller(bulletin, { isAudible: true });
    off.phone.say(listener);
    await off.studio.run(25_000);
    expect(off.detections()).toMatchObject([{ isAudible: false }]);
  });
});
