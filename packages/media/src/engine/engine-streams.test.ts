import { describe, expect, test } from "vitest";

import {
  dtmfDigit,
  parseRtp,
  parseTelephoneEvent,
  type RtpHeader,
  writeRtpHeader,
  writeTelephoneEvent,
} from "@linedesk/audio";
import { aRoomOf, Studio } from "../testing/fake-studio.ts";

describe("streams", () => {
  test("send every leg a packet every 20 ms, in order, with or without sound", async () => {
    const studio = new Studio();
    const phone = await studio.add("quiet", null);
    await studio.run(2000);

    const headers = phone.packets.map((packet) => parseRtp(packet));
    expect(headers.length).toBe(100);
    headers.slice(1).forEach((header, i) => {
      const before = headers[i];
      expect((header.sequence - (before?.sequence ?? 0)) & 0xffff).toBe(1);
      expect((header.timestamp - (before?.timestamp ?? 0)) >>> 0).toBe(160);
    });
    expect(phone.receivedAudio(100).every((sample) => sample === 0)).toBe(true);
  });

  test("skip the time of a stalled thread, without a burst", async () => {
    const studio = new Studio();
    const phone = await studio.add("quiet", null);
    await studio.run(400);
    const before = phone.packets.length;
    const last = parseRtp(phone.packets.at(-1) ?? new Uint8Array(12));

    studio.nowMs += 1000;
    studio.engine.tick();

    expect(phone.packets.length).toBe(before + 1);
    const next = parseRtp(phone.packets.at(-1) ?? new Uint8Array(12));
    expect((next.sequence - last.sequence) & 0xffff).toBe(1);
    expect((next.timestamp - last.timestamp) >>> 0).toBe(160 * 50);
    expect(next.marker).toBe(true);
  });

  test("[XI17] send a far end on hold no packet, receive its sound, and later continue with timestamps that include the pause", async () => {
    const { studio, engine, phones } = await aRoomOf(440, 1000);
    const [caller, operator] = phones;
    const last = parseRtp(caller?.packets.at(-1) ?? new Uint8Array(12));
    const far = { address: "127.0.0.1", port: 5000, codec: "PCMU", payloadType: 0 } as const;
    await engine.connectRtp("leg-440", { ...far, telephoneEvent: 101, receives: false });
    const before = caller?.packets.length ?? 0;

    await studio.run(1000);
    expect(caller?.packets.length).toBe(before);
    expect(operator?.receivesTones(440)).toEqual([true]);

    await engine.connectRtp("leg-440", { ...far, telephoneEvent: 101 });
    await studio.run(300);
    const first = parseRtp(caller?.packets[before] ?? new Uint8Array(12));
    expect((first.sequence - last.sequence) & 0xffff).toBe(1);
    expect((first.timestamp - last.timestamp) >>> 0).toBe(160 * 51);
    expect(first.marker).toBe(true);
    expect(caller?.receivesTones(1000)).toEqual([true]);
  });

  test("[XM66] receive each digit once and send digits by RFC 4733", async () => {
    const { studio, engine, phones } = await aRoomOf(440, 1000);
    const [caller, called] = phones;
    for (const end of [false, false, true, true, true]) {
      const packet = new Uint8Array(16);
      if (caller) {
        writeRtpHeader(packet, caller.header(101, 5000));
      }
      writeTelephoneEvent(packet, 12, { event: 7, end, volume: 10, duration: 800 });
      caller?.receive(packet);
    }
    engine.sendDigits("leg-1000", "4w#");
    await studio.run(2000);

    expect(studio.ofType("leg.digit")).toEqual([{ type: "leg.digit", leg: "leg-440", digit: "7" }]);
    const events = called?.packets.filter((packet) => parseRtp(packet).payloadType === 101) ?? [];
    expect(events.map((packet) => packet[12])).toEqual([
      ...Array.from({ length: 10 }, () => 4),
      ...Array.from({ length: 10 }, () => 11),
    ]);
    expect(events.filter((packet) => (packet[13] ?? 0) > 0x7f).length).toBe(6);
    expect(new Set(events.slice(0, 10).map((packet) => parseRtp(packet).timestamp)).size).toBe(1);
  });

  describe("[XM66] receive digits", () => {
    function eventPacket(digit: number, at: number, header: Partial<RtpHeader>): Uint8Array {
      const packet = new Uint8Array(16);
      const base = { payloadType: 101, marker: at === 0, sequence: at, timestamp: 5000, ssrc: 99 };
      writeRtpHeader(packet, { ...base, ...header });
      const duration = 160 * Math.min(5, at + 1);
      writeTelephoneEvent(packet, 12, { event: digit, end: at >= 4, volume: 10, duration });
      return packet;
    }

    function digitsOf(studio: Studio): string {
      const events = studio.ofType("leg.digit");
      return events.map((event) => (event.type === "leg.digit" ? event.digit : "")).join("");
    }

    test("with an SSRC of their own beside voice, and the voice continues", async () => {
      const { studio, phones } = await aRoomOf(440, 1000);
      const [caller, other] = phones;

      for (const [n, digit] of [1, 2, 2, 4].entries()) {
        for (let at = 0; at < 7; at += 1) {
          const sequence = 40_000 + n * 7 + at;
          const header = { ssrc: 1234, sequence, timestamp: 5000 + n * 2000 };
          caller?.receive(eventPacket(digit, at, header));
          await studio.run(20);
        }
      }

      expect(digitsOf(studio)).toBe("1224");
      expect(other?.receivesTones(440)).toEqual([true]);
      expect((await studio.engine.stats("leg-440"))?.packetsLost).toBe(0);
    });

    test("and sound by the payload types of the offer and of the answer", async () => {
      const studio = new Studio();
      const phone = await studio.add("phone", null);
      const far = { address: "127.0.0.1", port: 5000, codec: "PCMU", payloadType: 97 } as const;
      const offered = { payloadType: 0, telephoneEvent: 101 };
      await studio.engine.connectRtp("phone", { ...far, telephoneEvent: 96, offered });

      for (const [n, payloadType] of [96, 101, 102].entries()) {
        for (let at = 0; at < 7; at += 1) {
          const header = { payloadType, sequence: 100 * n + at, timestamp: 2000 * n };
          phone.receive(eventPacket(n + 1, at, header));
        }
      }
      for (const [n, payloadType] of [97, 0, 98].entries()) {
        const packet = new Uint8Array(172);
        const header = {
          payloadType,
          marker: false,
          sequence: 900 + n,
          timestamp: n * 160,
          ssrc: 9,
        };
        writeRtpHeader(packet, header);
        phone.receive(packet);
      }

      expect(digitsOf(studio)).toBe("12");
      expect((await studio.engine.stats("phone"))?.packetsReceived).toBe(2);
    });

    test("by a payload type that means sound in the answer and digits in the offer", async () => {
      const studio = new Studio();
      const phone = await studio.add("phone", null);
      const far = { address: "127.0.0.1", port: 5000, codec: "PCMU", payloadType: 101 } as const;
      const offered = { payloadType: 0, telephoneEvent: 101 };
      await studio.engine.connectRtp("phone", { ...far, telephoneEvent: 96, offered });
      const voice = new Uint8Array(172);
      const header = { payloadType: 101, marker: false, sequence: 1, timestamp: 0, ssrc: 9 };
      writeRtpHeader(voice, header);

      phone.receive(voice);
      for (let at = 0; at < 7; at += 1) {
        phone.receive(eventPacket(5, at, { payloadType: 101, sequence: 50 + at }));
      }

      expect(digitsOf(studio)).toBe("5");
      expect((await studio.engine.stats("phone"))?.packetsReceived).toBe(1);
    });
  });

  test("send digits to a far end whose events have another clock rate", async () => {
    const studio = new Studio();
    const phone = await studio.add("phone", null);
    const far = { address: "127.0.0.1", port: 5000, codec: "PCMU", payloadType: 0 } as const;
    await studio.engine.connectRtp("phone", {
      ...far,
      telephoneEvent: 101,
      eventClockRate: 16_000,
    });
    studio.engine.sendDigits("phone", "5");
    await studio.run(400);

    const events = phone.packets.filter((packet) => parseRtp(packet).payloadType === 101);
    expect(parseTelephoneEvent(events[0] ?? new Uint8Array(16), 12, 4).duration).toBe(320);
  });

  test("send digits as tones to a far end without events", async () => {
    const studio = new Studio();
    const phone = await studio.add("old", null, null);
    studio.engine.sendDigits("old", "5");
    await studio.run(140);

    expect(dtmfDigit(phone.receivedAudio(5), 8000)).toBe("5");
  });
});

describe("by its packets", () => {
  test("[XM11] a leg that has sent comfort noise is lost only after thirty seconds without a packet", async () => {
    const { studio, phones } = await aRoomOf(440);
    const [phone] = phones;
    if (phone === undefined) {
      throw new Error("the room has a telephone");
    }
    phone.toneHz = null;

    const noise = new Uint8Array(13);
    writeRtpHeader(noise, phone.header(13, 4000));
    phone.receive(noise);
    await studio.run(29_900);
    expect(studio.ofType("leg.media_lost")).toEqual([]);
    await studio.run(200);
    expect(studio.ofType("leg.media_lost")).toEqual([{ type: "leg.media_lost", leg: "leg-440" }]);
  });

  test("[XM11] a leg is lost after five seconds without a packet, and restored by a packet", async () => {
    const { studio, phones } = await aRoomOf(440);
    expect(studio.ofType("leg.connected")).toEqual([{ type: "leg.connected", leg: "leg-440" }]);
    const [phone] = phones;
    if (phone) {
      phone.toneHz = null;
    }

    await studio.run(4900);
    expect(studio.ofType("leg.media_lost")).toEqual([]);
    await studio.run(200);
    expect(studio.ofType("leg.media_lost")).toEqual([{ type: "leg.media_lost", leg: "leg-440" }]);
    await studio.run(60_000);
    if (phone) {
      phone.toneHz = 440;
    }
    await studio.run(100);

    const changes = studio.events.filter(({ type }) => type !== "leg.speech");
    expect(changes.slice(1)).toEqual([
      { type: "leg.media_lost", leg: "leg-440" },
      { type: "leg.media_restored", leg: "leg-440" },
    ]);
  });
});
