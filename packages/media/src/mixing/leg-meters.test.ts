import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { joinSamples, parseWav, silence, sine } from "@linedesk/audio";
import { Studio } from "../testing/fake-studio.ts";

async function aPhone() {
  const studio = new Studio();
  const phone = await studio.add("phone", null);
  return { studio, phone, stats: async () => studio.engine.stats("phone") };
}

function tone(durationMs: number, amplitude: number): Int16Array {
  return sine({ frequenciesHz: [1000], durationMs, amplitude, sampleRate: 8000 });
}

test("[XM69] a leg's reading has the levels, loss and MOS of the last second, and the clipped samples since the start", async () => {
  const { studio, phone, stats } = await aPhone();

  phone.say(tone(3000, 0.1));
  await studio.run(2500);

  const reading = await stats();
  expect(reading?.rmsDbfs).toBeCloseTo(-23, 0);
  expect(reading?.peakDbfs).toBeCloseTo(-20, 0);
  expect(reading).toMatchObject({ clippedSamples: 0, lossPercent: 0, roundTripMs: null });
  expect(reading?.mos).toBeGreaterThan(4.4);
});

test("[XM69] loss is in percent of the last second and lowers the MOS", async () => {
  const { studio, phone, stats } = await aPhone();

  phone.say(tone(5000, 0.1));
  phone.loses = (packet) => packet % 10 === 3;
  await studio.run(3000);

  const reading = await stats();
  expect(reading?.lossPercent).toBeGreaterThan(8);
  expect(reading?.lossPercent).toBeLessThan(12);
  expect(reading?.mos).toBeLessThan(3.7);
});

test("[XM69] the far end's report gives a long round trip, which lowers the MOS", async () => {
  const { studio, phone, stats } = await aPhone();
  phone.say(tone(5000, 0.1));
  await studio.run(2500);
  const near = await stats();

  // The time of our report, which was sent 600 ms ago, in steps of 1/65536 s since 1900.
  const sentS = (studio.epochMs + studio.nowMs - 600) / 1000 + 2_208_988_800;
  phone.reportReception({ lastSenderReport: Math.floor(sentS * 65_536) % 2 ** 32 });

  const far = await stats();
  expect(far?.roundTripMs).toBeCloseTo(600, -1);
  expect(near?.mos).toBeGreaterThan(4.4);
  expect(far?.mos).toBeLessThan(4);
});

test("[XM69] without packets, loss and MOS are unknown, and the level is silence", async () => {
  const { studio, phone, stats } = await aPhone();

  phone.say(tone(500, 0.1));
  await studio.run(4000);

  expect(await stats()).toMatchObject({ lossPercent: null, mos: null, rmsDbfs: -96 });
});

test("[XM69] the start and stop of speech are reported", async () => {
  const { studio, phone, stats } = await aPhone();

  const prompt = readFileSync(new URL("../../sounds/line-closed.wav", import.meta.url));
  const { samples } = parseWav(prompt);
  const speech = Int16Array.from(samples.subarray(0, 3 * 8000), (one) => Math.round(one * 32_767));
  phone.say(joinSamples([silence(1000, 8000), speech, silence(3000, 8000)]));
  await studio.run(3000);
  expect(await stats()).toMatchObject({ isSpeaking: true });
  await studio.run(3000);

  const changes = studio.events.flatMap((e) => (e.type === "leg.speech" ? [e.isSpeaking] : []));
  expect(changes).toEqual([true, false]);
  expect(await stats()).toMatchObject({ isSpeaking: false });
});

test("[MN11] packets are counted over all legs, ended ones too", async () => {
  const { studio, phone } = await aPhone();
  phone.say(tone(5000, 0.1));
  phone.loses = (packet) => packet % 10 === 3;
  await studio.run(3000);
  const during = await studio.engine.health();

  studio.engine.closeLeg("phone");

  const after = await studio.engine.health();
  expect(during).toMatchObject({ legs: 1, lateTicks: 0, skippedTicks: 0 });
  expect(during.packetsLost).toBeGreaterThan(10);
  expect(during.packetsReceived).toBeGreaterThan(100);
  expect(after).toMatchObject({ legs: 0, packetsLost: during.packetsLost });
  expect(after.packetsReceived).toBe(during.packetsReceived);
});
