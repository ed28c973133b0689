import {
  dtmfDigit,
  hearsTone,
  parseRtp,
  toneShare,
  writeRtpHeader,
  writeTelephoneEvent,
} from "@linedesk/audio";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Studio, type Phone } from "./fake-studio.ts";

const open = { muted: false, hold: false };

async function aRoom(...tonesHz: number[]) {
  const studio = new Studio();
  const phones: Phone[] = [];
  for (const toneHz of tonesHz) {
    const phone = await studio.add(`leg-${toneHz}`, toneHz);
    phones.push(phone);
    studio.engine.joinRoom(phone.id, "room", open);
  }
  await studio.run(500);
  return { studio, engine: studio.engine, phones };
}

function hears(phone: Phone | undefined, ...tonesHz: number[]): boolean[] {
  const heard = phone?.heard(10) ?? new Int16Array(0);
  return tonesHz.map((toneHz) => hearsTone(heard, toneHz, 8000));
}

describe("rooms", () => {
  test("[XM6] everybody hears all others and never himself", async () => {
    const { phones } = await aRoom(440, 700, 1000);

    expect(hears(phones[0], 440, 700, 1000)).toEqual([false, true, true]);
    expect(hears(phones[1], 440, 700, 1000)).toEqual([true, false, true]);
    expect(hears(phones[2], 440, 700, 1000)).toEqual([true, true, false]);
  });

  test("[XM16] who is muted hears and is not heard; who is on hold neither", async () => {
    const { studio, engine, phones } = await aRoom(440, 1000);

    engine.setMembership("leg-440", { muted: true });
    await studio.run(300);
    expect(hears(phones[0], 1000)).toEqual([true]);
    expect(hears(phones[1], 440)).toEqual([false]);

    engine.setMembership("leg-440", { muted: false, hold: true });
    await studio.run(300);
    expect(hears(phones[0], 1000)).toEqual([false]);
    expect(hears(phones[1], 440)).toEqual([false]);

    engine.setMembership("leg-440", { hold: false });
    await studio.run(300);
    expect(hears(phones[0], 1000)).toEqual([true]);
    expect(hears(phones[1], 440)).toEqual([true]);
  });

  test("who moves to another room is no longer in the first", async () => {
    const { studio, engine, phones } = await aRoom(440, 1000);

    engine.joinRoom("leg-1000", "elsewhere", open);
    await studio.run(300);

    expect(hears(phones[0], 1000)).toEqual([false]);
    expect(hears(phones[1], 440)).toEqual([false]);
  });
});

test("[XM17] whenever within the beat somebody speaks, he is heard within 30 ms, mostly 20", async () => {
  const delaysMs: number[] = [];
  for (let phaseMs = 0; phaseMs < 20; phaseMs += 1) {
    const studio = new Studio();
    const speaker = await studio.add("speaker", 0);
    const listener = await studio.add("listener", null);
    studio.engine.joinRoom("speaker", "room", open);
    studio.engine.joinRoom("listener", "room", open);
    let saidMs: number | null = null;
    while (studio.nowMs < 2000 && delaysMs.length <= phaseMs) {
      studio.nowMs += 1;
      if (studio.nowMs === 1000 + phaseMs) {
        speaker.toneHz = 440;
        saidMs = studio.nowMs;
      }
      if (studio.nowMs % 20 === phaseMs) speaker.speak();
      studio.engine.tick();
      const isHeard = listener.heard(1).some((sample) => Math.abs(sample) > 1000);
      if (saidMs !== null && isHeard) delaysMs.push(studio.nowMs - saidMs);
    }
  }

  expect(delaysMs.length).toBe(20);
  expect(delaysMs.toSorted((a, b) => a - b)[10]).toBeLessThanOrEqual(20);
  expect(Math.max(...delaysMs)).toBeLessThanOrEqual(30);
});

describe("streams", () => {
  test("every leg gets a packet every 20 ms, one after the other, spoken to or not", async () => {
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
    expect(phone.heard(100).every((sample) => sample === 0)).toBe(true);
  });

  test("[XM7] a thread that stood still skips honestly, without a burst", async () => {
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

  test("[XM21] a far end on hold gets no packet, is still heard, and comes back with the time that passed", async () => {
    const { studio, engine, phones } = await aRoom(440, 1000);
    const [caller, operator] = phones;
    const last = parseRtp(caller?.packets.at(-1) ?? new Uint8Array(12));
    const far = { address: "127.0.0.1", port: 5000, codec: "PCMU", payloadType: 0 } as const;
    await engine.connectRtp("leg-440", { ...far, telephoneEvent: 101, receives: false });
    const before = caller?.packets.length ?? 0;

    await studio.run(1000);
    expect(caller?.packets.length).toBe(before);
    expect(hears(operator, 440)).toEqual([true]);

    await engine.connectRtp("leg-440", { ...far, telephoneEvent: 101 });
    await studio.run(300);
    const first = parseRtp(caller?.packets[before] ?? new Uint8Array(12));
    expect((first.sequence - last.sequence) & 0xffff).toBe(1);
    expect((first.timestamp - last.timestamp) >>> 0).toBe(160 * 51);
    expect(first.marker).toBe(true);
    expect(hears(caller, 1000)).toEqual([true]);
  });

  test("[XM15] digits come in once each and go out as RFC 4733", async () => {
    const { studio, engine, phones } = await aRoom(440, 1000);
    const [caller, called] = phones;
    for (const end of [false, false, true, true, true]) {
      const packet = new Uint8Array(16);
      if (caller) writeRtpHeader(packet, caller.header(101, 5000));
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

  test("a far end without events hears its digits as tones", async () => {
    const studio = new Studio();
    const phone = await studio.add("old", null, null);
    studio.engine.sendDigits("old", "5");
    await studio.run(140);

    expect(dtmfDigit(phone.heard(5), 8000)).toBe("5");
  });
});

describe("liveness", () => {
  test("[XM11] [XM12] five seconds without a packet are silence, a packet ends it", async () => {
    const { studio, phones } = await aRoom(440);
    expect(studio.ofType("leg.connected")).toEqual([{ type: "leg.connected", leg: "leg-440" }]);
    const [phone] = phones;
    if (phone) phone.toneHz = null;

    await studio.run(4900);
    expect(studio.ofType("leg.silent")).toEqual([]);
    await studio.run(200);
    expect(studio.ofType("leg.silent")).toEqual([{ type: "leg.silent", leg: "leg-440" }]);
    await studio.run(60_000);
    if (phone) phone.toneHz = 440;
    await studio.run(100);

    const heard = studio.events.filter(({ type }) => type !== "leg.speech");
    expect(heard.slice(1)).toEqual([
      { type: "leg.silent", leg: "leg-440" },
      { type: "leg.heard", leg: "leg-440" },
    ]);
  });
});

describe("playbacks", () => {
  const beep = Int16Array.from({ length: 800 }, (_, i) => 9000 * Math.sin((i * Math.PI) / 8));

  test("[XM13] [XM16] a leg on hold hears its sound alone, looped, until it is stopped", async () => {
    const { studio, engine, phones } = await aRoom(440, 1000);
    studio.sounds.set("http://music", Promise.resolve(beep));
    engine.setMembership("leg-440", { hold: true });
    engine.play("leg-440", "p1", { type: "url", url: "http://music" }, 0);
    await studio.run(1000);

    expect(toneShare(phones[0]?.heard(20) ?? beep, 500, 8000)).toBeGreaterThan(0.95);
    expect(hears(phones[1], 500)).toEqual([false]);
    expect(studio.ofType("playback.ended")).toEqual([]);

    engine.stop("p1");
    await studio.run(300);
    expect(studio.ofType("playback.ended")).toEqual([
      { type: "playback.ended", playback: "p1", end: { reason: "stopped" } },
    ]);
    expect(hears(phones[0], 500, 1000)).toEqual([false, false]);
  });

  test("a sound plays as often as it is told, on top of the room, and says when it is over", async () => {
    const { studio, engine, phones } = await aRoom(440, 1000);
    studio.sounds.set("http://beep", Promise.resolve(beep));
    engine.play("leg-440", "p1", { type: "url", url: "http://beep" }, 4);
    await studio.run(300);
    expect(hears(phones[0], 500, 1000)).toEqual([true, true]);
    await studio.run(300);

    expect(hears(phones[0], 500, 1000)).toEqual([false, true]);
    expect(studio.ofType("playback.ended")).toEqual([
      { type: "playback.ended", playback: "p1", end: { reason: "finished" } },
    ]);
  });

  test("a room's sound is heard by all but those on hold, and ends with the room", async () => {
    const { studio, engine, phones } = await aRoom(440, 700, 1000);
    engine.setMembership("leg-1000", { hold: true });
    engine.playRoom("room", "p1", { type: "tones", digits: "1111" }, 0);
    await studio.run(150);

    expect(hears(phones[0], 1209)).toEqual([true]);
    expect(hears(phones[1], 1209)).toEqual([true]);
    expect(hears(phones[2], 1209)).toEqual([false]);
    for (const phone of phones) engine.leaveRoom(phone.id);
    expect(studio.ofType("playback.ended").length).toBe(1);
  });

  test("a new playback replaces the one before; what fails says why", async () => {
    const { studio, engine } = await aRoom(440);
    engine.play("leg-440", "p1", { type: "silence", durationMs: 60_000 }, 1);
    engine.play("leg-440", "p2", { type: "url", url: "http://nowhere" }, 1);
    engine.play("leg-440", "p3", { type: "tones", digits: "x" }, 1);
    engine.play("nobody", "p4", { type: "silence", durationMs: 1 }, 1);
    engine.playRoom("nowhere", "p5", { type: "silence", durationMs: 1 }, 1);
    await studio.run(100);

    const ends = studio.events.flatMap((event) =>
      event.type === "playback.ended" ? [[event.playback, event.end.reason]] : [],
    );
    expect(new Map(ends.map(([id, reason]) => [id, reason]))).toEqual(
      new Map([
        ["p1", "stopped"],
        ["p2", "stopped"],
        ["p3", "failed"],
        ["p4", "failed"],
        ["p5", "failed"],
      ]),
    );
  });
});

describe("bounds", () => {
  test("[XM18] a closed leg is gone from everywhere; closing twice changes nothing", async () => {
    const { studio, engine, phones } = await aRoom(440, 1000);
    engine.play("leg-440", "p1", { type: "silence", durationMs: 60_000 }, 0);
    engine.closeLeg("leg-440");
    engine.closeLeg("leg-440");
    await studio.run(300);

    expect(phones[0]?.isClosed).toBe(true);
    expect(hears(phones[1], 440)).toEqual([false]);
    expect(await engine.stats("leg-440")).toBeNull();
    expect(studio.ofType("playback.ended").length).toBe(1);
  });

  test("a leg opens once, legs are limited, and a closed engine says so", async () => {
    const { studio, engine } = await aRoom(440);
    await expect(engine.openRtp("leg-440")).rejects.toMatchObject({ code: "leg_exists" });
    for (let i = 0; i < 4; i += 1) await studio.add(`more-${i}`, null);
    await expect(engine.openRtp("sixth")).rejects.toMatchObject({ code: "leg_limit" });
    await engine.close();
    await engine.close();
    await expect(engine.openRtp("late")).rejects.toMatchObject({ code: "media_closed" });
    await expect(
      engine.connectRtp("nobody", {
        address: "127.0.0.1",
        port: 1,
        codec: "PCMU",
        payloadType: 0,
        telephoneEvent: null,
      }),
    ).rejects.toMatchObject({ code: "leg_unknown" });
  });

  test("[XM5] [XM19] thousands of malformed and foreign packets change nothing", async () => {
    const { studio, phones } = await aRoom(440, 1000);
    const [phone] = phones;
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(127), (bytes, payloadType) => {
        if (bytes.length > 1) bytes[0] = (bytes[0] ?? 0) | 0x80;
        if (bytes.length > 1) bytes[1] = payloadType === 0 || payloadType === 101 ? 9 : payloadType;
        phone?.receive(bytes);
      }),
      { numRuns: 5000 },
    );
    await studio.run(500);

    expect(hears(phones[0], 1000)).toEqual([true]);
    expect(toneShare(phones[1]?.heard(10) ?? new Int16Array(0), 440, 8000)).toBeGreaterThan(0.99);
  });
});
