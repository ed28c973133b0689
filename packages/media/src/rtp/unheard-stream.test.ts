import { expect, test } from "vitest";

import { sine } from "@linedesk/audio";
import type { AudioDecoder } from "../codecs/codec-facts.ts";
import { Codecs } from "../codecs/codecs.ts";
import { OpusDecoder } from "../codecs/opus-decoder.ts";
import { OpusEncoder } from "../codecs/opus-encoder.ts";
import { OpusLibrary } from "../codecs/opus.ts";
import { Studio } from "../testing/fake-studio.ts";
import { UnheardStream } from "./unheard-stream.ts";

const onHold = { muted: false, hold: true };
const TICK = 960;

class CountingCodecs extends Codecs {
  decoded = 0;

  constructor() {
    super(null);
  }

  override openDecoder(...of: Parameters<Codecs["openDecoder"]>): AudioDecoder {
    const decoder = super.openDecoder(...of);
    const decode = decoder.decode.bind(decoder);
    decoder.decode = (...args) => {
      this.decoded += 1;
      return decode(...args);
    };
    return decoder;
  }
}

async function aCallerOnHold(toneHz: number | null) {
  const codecs = new CountingCodecs();
  const studio = new Studio(codecs);
  const caller = await studio.add("caller", toneHz);
  const operator = await studio.add("operator", null);
  studio.engine.joinRoom("caller", "room", onHold);
  studio.engine.joinRoom("operator", "room", { muted: false, hold: false });
  // A steady tone counts as speech at first, and as background after 4 s.
  await studio.run(6000);
  codecs.decoded = 0;
  return { codecs, studio, caller, operator };
}

test("[XM62] one packet in 100 ms of a caller on hold is decoded, and the level is reported", async () => {
  const { codecs, studio } = await aCallerOnHold(440);

  await studio.run(10_000);

  const stats = await studio.engine.stats("caller");
  expect(codecs.decoded).toBeLessThanOrEqual(101);
  expect(codecs.decoded).toBeGreaterThanOrEqual(99);
  expect(stats?.rmsDbfs).toBeCloseTo(20 * Math.log10(8000 / Math.SQRT2 / 32_768), 0);
  expect(stats).toMatchObject({ packetsReceived: 800, packetsLost: 0, lossPercent: 0 });
});

test.each([
  ["talks", async (studio: Studio) => studio.engine.setMembership("caller", { hold: false })],
  [
    "is recorded",
    async (studio: Studio) =>
      studio.engine.recordings.start("r", {
        path: "/r.wav",
        leg: "caller",
        track: "inbound",
        quietAfterMs: null,
      }),
  ],
  [
    "may send digits in its sound",
    async (studio: Studio) => {
      const [caller] = studio.phones;
      if (caller !== undefined) {
        await studio.speak(caller, "PCMU", null);
      }
    },
  ],
])("[XM62] a leg that %s is decoded completely", async (_what, begin) => {
  const { codecs, studio } = await aCallerOnHold(440);
  await begin(studio);

  await studio.run(1000);

  expect(codecs.decoded).toBeGreaterThanOrEqual(49);
});

test("[XM62] the start and stop of speech of a caller on hold are reported, and a click is not", async () => {
  const { studio, caller } = await aCallerOnHold(null);
  const speech = sine({
    frequenciesHz: [300, 900],
    durationMs: 1500,
    amplitude: 0.3,
    sampleRate: 8000,
  });
  caller.say(new Int16Array(8000));
  await studio.run(1000);
  for (let clicks = 0; clicks < 20; clicks += 1) {
    caller.say(sine({ frequenciesHz: [900], durationMs: 20, amplitude: 0.5, sampleRate: 8000 }));
    await studio.run(20);
    caller.say(new Int16Array(160 * 19));
    await studio.run(380);
  }
  const clicked = studio.ofType("leg.speech").length;

  caller.say(speech);
  await studio.run(400);
  const begun = studio.ofType("leg.speech").at(-1);
  await studio.run(3000);

  expect(clicked).toBe(0);
  expect(begun).toMatchObject({ leg: "caller", isSpeaking: true });
  expect(studio.ofType("leg.speech").at(-1)).toMatchObject({ leg: "caller", isSpeaking: false });
});

test("[XM62] a caller who leaves hold is heard completely from the next packet, without older sound", async () => {
  const { studio, caller, operator } = await aCallerOnHold(440);
  caller.toneHz = 1000;
  operator.packets.length = 0;
  studio.engine.setMembership("caller", { hold: false });

  await studio.run(260);

  expect(operator.receivesTones(1000, 440)).toEqual([true, false]);
  const received = operator.receivedAudio(operator.packets.length);
  const firstAt = received.findIndex((sample) => Math.abs(sample) > 500);
  const gaps = Array.from({ length: 8 }, (_, n) => firstAt + 160 * (n + 1)).filter(
    (at) => Math.max(...received.subarray(at - 160, at).map(Math.abs)) < 7000,
  );
  expect(firstAt).toBeLessThan(160 * 4);
  expect(gaps).toEqual([]);
});

test("[XM62] an Opus decoder recovers when its leg is heard again", async () => {
  const library = await OpusLibrary.load();
  if (library === null) {
    throw new Error("Opus cannot be loaded");
  }
  const encoder = new OpusEncoder(library, { maxAverageBitrate: null, inBandFec: false });
  const [whole, slept] = [new OpusDecoder(library), new OpusDecoder(library)];
  const unheard = new UnheardStream();
  const out = [new Int16Array(5760), new Int16Array(5760)] as const;
  const bytes = new Uint8Array(1500);
  let difference = 0;
  let energy = 0;
  for (let at = 0; at < 120; at += 1) {
    const loud = 3000 + 2500 * Math.sin(at / 9);
    const block = Int16Array.from(
      { length: TICK },
      (_, i) => loud * Math.sin((2 * Math.PI * (300 + at) * (at * TICK + i)) / 48_000),
    );
    const length = encoder.encode(block, bytes, 0);
    whole.decode(bytes, 0, length, out[0]);
    if (at < 100) {
      unheard.put({ bytes, from: 0, length }, slept, false);
      continue;
    }
    if (at === 100) {
      unheard.primeDecoder(slept);
    }
    slept.decode(bytes, 0, length, out[1]);
    for (let i = 0; i < TICK; i += 1) {
      difference += ((out[0][i] ?? 0) - (out[1][i] ?? 0)) ** 2;
      energy += (out[0][i] ?? 0) ** 2;
    }
  }
  for (const coder of [encoder, whole, slept]) {
    coder.close();
  }

  expect(difference / energy).toBeLessThan(0.001);
});
