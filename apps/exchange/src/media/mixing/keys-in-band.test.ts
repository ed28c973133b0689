import { readdirSync, readFileSync } from "node:fs";
import { DtmfDetector, dtmf, joinSamples, parseWav, resample, silence } from "@linedesk/audio";
import { expect, test } from "vitest";
import { Studio } from "../engine/fake-studio.ts";

const folder = new URL("../../../sounds/", import.meta.url);

async function aPhone(telephoneEvent: number | null) {
  const studio = new Studio();
  const phone = await studio.add("phone", null, telephoneEvent);
  return { studio, phone, keys: () => studio.ofType("leg.digit") };
}

test("[XM66] a leg without telephone events has its keys found in its sound, each once", async () => {
  const { studio, phone, keys } = await aPhone(null);

  phone.say(joinSamples([silence(400, 8000), dtmf("13#", 8000), silence(200, 8000)]));
  await studio.run(1500);

  expect(keys()).toEqual(
    ["1", "3", "#"].map((digit) => ({ type: "leg.digit", leg: "phone", digit, isInBand: true })),
  );
});

test("[XM66] a leg with telephone events is not listened to for tones", async () => {
  const { studio, phone, keys } = await aPhone(101);

  phone.say(joinSamples([silence(400, 8000), dtmf("13#", 8000), silence(200, 8000)]));
  await studio.run(1500);

  expect(keys()).toEqual([]);
});

test("[XM66] a change of the description to telephone events ends the listening", async () => {
  const { studio, phone, keys } = await aPhone(null);

  await studio.engine.connectRtp("phone", {
    address: "127.0.0.1",
    port: 5000,
    codec: "PCMU",
    payloadType: 0,
    telephoneEvent: 101,
  });
  phone.say(joinSamples([silence(400, 8000), dtmf("5", 8000), silence(200, 8000)]));
  await studio.run(1000);

  expect(keys()).toEqual([]);
});

test("[XM61] recorded speech of seven pitches and the hold music hold no key", () => {
  const sounds = readdirSync(folder)
    .filter((name) => name.endsWith(".wav"))
    .map((name) => parseWav(readFileSync(new URL(name, folder))));
  let seconds = 0;

  for (const { samples, sampleRate } of sounds) {
    for (const pitch of [0.7, 0.8, 0.9, 1, 1.15, 1.3, 1.5]) {
      const spoken = Int16Array.from(
        resample(samples, Math.round(sampleRate * pitch), 8000),
        (sample) => Math.round(sample * 32_767),
      );
      seconds += spoken.length / 8000;
      expect(new DtmfDetector(8000).feed(spoken)).toBe("");
    }
  }

  expect(seconds).toBeGreaterThan(240);
}, 30_000);
