import { expect, test } from "vitest";

import { sine, toneAmplitude, writeWav, type AudioCodec } from "@linedesk/audio";
import { codecFacts } from "../../src/codecs/codec-facts.ts";
import { Codecs } from "../../src/codecs/codecs.ts";
import { OpusLibrary } from "../../src/codecs/opus.ts";
import { readSamples, readWideband } from "../../src/encoding/encoded-sound.ts";
import { decodeSound } from "../../src/sounds/decode-sound.ts";
import { SoundCollecting } from "../../src/sounds/sound-collecting.ts";
import type { Phone } from "../../src/testing/fake-phone.ts";
import { Studio } from "../../src/testing/fake-studio.ts";

const codecs = new Codecs(await OpusLibrary.load());
const amplitude = 0.2;

/** Returns a low and a high tone; a telephone carries only the low one. */
async function aWideSound(sampleRate: number): Promise<Int16Array> {
  const tone = sine({ frequenciesHz: [700, 6000], durationMs: 1000, amplitude, sampleRate });
  return readSamples(await decodeSound(writeWav(tone, sampleRate), { isNormalised: false }));
}

function levelIn(phone: Phone, codec: AudioCodec): (hz: number) => number {
  const { sampleRate } = codecFacts[codec];
  const end = phone.decoded(codecs, codec).slice(-sampleRate / 2);
  return (hz) => toneAmplitude(end, hz, sampleRate) / (amplitude * 32_767);
}

test.each([
  ["PCMU", 48_000, false],
  ["PCMU", 16_000, false],
  ["G722", 48_000, true],
  ["G722", 16_000, true],
  ["opus", 48_000, true],
  ["opus", 44_100, true],
  ["opus", 16_000, true],
] as const)(
  "[XM90] a leg of %s hears a sound of %i Hz in the bandwidth of its codec, without aliasing",
  async (codec, sampleRate, isWide) => {
    const studio = new Studio(codecs);
    const phone = await studio.add("leg", null);
    await studio.speak(phone, codec, null);
    studio.sounds.set("http://music", aWideSound(sampleRate));
    studio.engine.play("leg", "music", { type: "url", url: "http://music" }, 0);
    await studio.run(900);

    const level = levelIn(phone, codec);
    expect(level(700)).toBeGreaterThan(0.8);
    if (isWide) {
      expect(level(6000)).toBeGreaterThan(0.6);
    }
    // At a rate of 8 kHz, 6 kHz folds to 2 kHz, and its images are at 10 kHz.
    expect(level(2000)).toBeLessThan(0.01);
    if (codec === "opus" && sampleRate === 16_000) {
      expect(level(10_000)).toBeLessThan(0.01);
    }
  },
);

test("[XM90] telephones and wideband legs in a room hear a sound in their own bandwidth", async () => {
  const studio = new Studio(codecs);
  const narrow = await studio.add("narrow", null);
  const wide = await studio.add("wide", null);
  await studio.speak(wide, "G722", null);
  studio.sounds.set("http://prompt", aWideSound(48_000));
  for (const id of ["narrow", "wide"]) {
    studio.engine.joinRoom(id, "room", { muted: false, hold: false });
    studio.engine.play(id, `to-${id}`, { type: "url", url: "http://prompt" }, 0);
  }
  await studio.run(900);

  expect(levelIn(wide, "G722")(6000)).toBeGreaterThan(0.6);
  expect(levelIn(narrow, "PCMU")(700)).toBeGreaterThan(0.8);
  expect(levelIn(narrow, "PCMU")(2000)).toBeLessThan(0.01);
});

test("[XM90] a narrowband sound is kept only at 8 kHz, and a wider sound also at 16 or 48 kHz", async () => {
  const rates = [8000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000];
  const sounds = await Promise.all(rates.map(async (rate) => readWideband(await aWideSound(rate))));

  expect(sounds.map((wide) => wide?.sampleRate ?? 8000)).toEqual([
    8000, 16_000, 16_000, 48_000, 48_000, 48_000, 48_000,
  ]);
});

test("[XM90] a long sound is reduced to 16 kHz while it is read, without a break", () => {
  const collected = new SoundCollecting({ fullMs: 500 });
  const tone = sine({ frequenciesHz: [1000], durationMs: 1000, amplitude, sampleRate: 48_000 });
  const samples = Float32Array.from(tone, (sample) => sample / 32_768);
  for (let at = 0; at < samples.length; at += 4800) {
    collected.add({ sampleRate: 48_000, samples: samples.subarray(at, at + 4800) });
  }
  const long = collected.join();

  expect(long.sampleRate).toBe(16_000);
  expect(long.samples.length).toBe(16_000);
  const steps = long.samples.slice(1).map((sample, i) => Math.abs(sample - (long.samples[i] ?? 0)));
  // The steepest slope of 1 kHz of this amplitude at 16 kHz.
  expect(Math.max(...steps)).toBeLessThan(
    amplitude * 2 * Math.sin((Math.PI * 1000) / 16_000) * 1.02,
  );
});
