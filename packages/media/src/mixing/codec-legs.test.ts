import { describe, expect, test } from "vitest";

import {
  hasTone,
  parseRtp,
  parseTelephoneEvent,
  sine,
  toneAmplitude,
  writeRtpHeader,
  writeTelephoneEvent,
  type AudioCodec,
} from "@linedesk/audio";
import { codecFacts } from "../codecs/codec-facts.ts";
import { Codecs } from "../codecs/codecs.ts";
import { OpusLibrary } from "../codecs/opus.ts";
import type { Phone } from "../testing/fake-phone.ts";
import { Studio } from "../testing/fake-studio.ts";

const codecs = new Codecs(await OpusLibrary.load());
const open = { muted: false, hold: false };

/** Returns the sound of a codec's packets, without the first few. */
function settled(phone: Phone, codec: AudioCodec): Int16Array {
  return phone.decoded(codecs, codec).slice(codecFacts[codec].sampleRate / 10);
}

describe("legs of other codecs", () => {
  test("[XM66] send and receive digits with Opus on its clock of 48 kHz", async () => {
    const studio = new Studio(codecs);
    const phone = await studio.add("opus", null);
    await studio.speak(phone, "opus", 110);
    studio.engine.sendDigits("opus", "7");
    await studio.run(600);

    const events = phone.packets.filter((bytes) => parseRtp(bytes).payloadType === 110);
    expect(events.length).toBe(10);
    const last = events.at(-1) ?? new Uint8Array(16);
    expect(parseTelephoneEvent(last, 12, 4)).toMatchObject({ event: 7, end: true, duration: 7680 });
    const [first, second] = phone.packets.slice(-2).map((bytes) => parseRtp(bytes).timestamp);
    expect(((second ?? 0) - (first ?? 0)) >>> 0).toBe(960);

    for (let n = 1; n <= 5; n += 1) {
      const packet = new Uint8Array(16);
      writeRtpHeader(packet, { ...phone.header(110, 48_000), marker: n === 1 });
      const event = { event: 3, end: n > 2, volume: 10, duration: n * 960 };
      writeTelephoneEvent(packet, 12, event);
      phone.receive(packet);
    }
    expect(studio.ofType("leg.digit")).toEqual([{ type: "leg.digit", leg: "opus", digit: "3" }]);
  });

  test.each([
    ["a leg plays the other law if it is negotiated", { otherLaw: 0 }, true],
    ["a leg drops a law that was not negotiated", {}, false],
  ])("[XM37] %s", async (_what, law, isAudible) => {
    const studio = new Studio(codecs);
    const phone = await studio.add("phone", 440);
    const other = await studio.add("other", null);
    for (const { id } of [phone, other]) {
      studio.engine.joinRoom(id, "room", open);
    }
    await studio.run(400);

    await studio.speak(phone, "PCMA", 101, law);
    await studio.run(600);

    expect(other.receivesTones(440)).toEqual([isAudible]);
    expect(parseRtp(phone.packets.at(-1) ?? new Uint8Array(12)).payloadType).toBe(8);
  });

  test.each(["G722", "opus"] as const)(
    "[XM37] continue in their room after a change to %s, and hear sounds of 8 kHz",
    async (codec) => {
      const studio = new Studio(codecs);
      const phone = await studio.add("changing", null);
      const other = await studio.add("other", 440);
      for (const { id } of [phone, other]) {
        studio.engine.joinRoom(id, "room", open);
      }
      await studio.run(400);
      await studio.speak(phone, codec);
      const beep = sine({
        frequenciesHz: [900],
        durationMs: 400,
        amplitude: 0.3,
        sampleRate: 8000,
      });
      studio.sounds.set("http://sounds/beep", Promise.resolve(beep));
      studio.engine.play("changing", "beep", { type: "url", url: "http://sounds/beep" }, 0);
      await studio.run(600);

      const { sampleRate } = codecFacts[codec];
      const received = settled(phone, codec);
      expect(hasTone(received, 440, sampleRate)).toBe(true);
      expect(hasTone(received, 900, sampleRate)).toBe(true);
      // Images above 4 kHz must be inaudible.
      expect(toneAmplitude(received, 8000 - 900, sampleRate)).toBeLessThan(30);
      const sequences = phone.packets.map((bytes) => parseRtp(bytes).sequence);
      sequences.slice(1).forEach((sequence, i) => {
        expect((sequence - (sequences[i] ?? 0)) & 0xffff).toBe(1);
      });
    },
  );

  test("are refused, with the codec's name, if this machine does not support the codec", async () => {
    const studio = new Studio(new Codecs(null));
    const phone = await studio.add("opus", null);

    await expect(studio.speak(phone, "opus")).rejects.toMatchObject({ code: "codec_unspoken" });
  });
});
