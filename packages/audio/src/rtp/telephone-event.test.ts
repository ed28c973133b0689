import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { AudioFormatError } from "../audio-format-error.ts";
import {
  toDigit,
  toEventCode,
  parseTelephoneEvent,
  TelephoneEventReader,
  writeTelephoneEvent,
} from "./telephone-event.ts";

function digitEvent(event: number, end: boolean, duration = 800) {
  return { event, end, volume: 10, duration };
}

test("a written event is read again, and fewer than 4 bytes are refused", () => {
  const bytes = new Uint8Array(6);
  writeTelephoneEvent(bytes, 2, { event: 11, end: true, volume: 10, duration: 1280 });

  expect(parseTelephoneEvent(bytes, 2, 4)).toEqual(digitEvent(11, true, 1280));
  expect(() => parseTelephoneEvent(bytes, 2, 3)).toThrow(AudioFormatError);
});

/** One packet. The reader gets such packets 20 ms apart. */
type Sent = [sequence: number, timestamp: number, event: number, end: boolean, duration?: number];

function readAll(packets: readonly Sent[]): string {
  const reader = new TelephoneEventReader();
  return packets
    .map(([sequence, timestamp, event, end, duration = 800], at) => {
      const packet = { ...digitEvent(event, end, duration), sequence, timestamp };
      return reader.read(packet, at * 20) ?? "";
    })
    .join("");
}

/** Presses digits as gateways do: five growing packets and two more ends, then some voice. */
function press(
  digits: string,
  change: (packet: Sent, at: number) => Sent = (sent) => sent,
): Sent[] {
  return Array.from(digits).flatMap((digit, n) =>
    Array.from({ length: 7 }, (_, at) => {
      const duration = 160 * Math.min(5, at + 1);
      const packet: Sent = [n * 10 + at, 5000 + n * 2000, Number(digit), at >= 4, duration];
      return change(packet, at);
    }),
  );
}

test("[XM66] each digit counts once, however often its end is repeated or reordered", () => {
  expect(
    readAll([
      [1, 1000, 5, false],
      [2, 1000, 5, false],
      [4, 1000, 5, true],
      [5, 1000, 5, true],
      [3, 1000, 5, false],
      [9, 3000, 5, true],
      [6, 1000, 5, true],
    ]),
  ).toBe("55");
  expect(readAll(press("1123"))).toBe("1123");
});

describe("[XM66] each digit counts once although its timestamps grow", () => {
  test.each<[string, (at: number) => number]>([
    ["with each packet", (at) => 160 * at],
    ["with each packet by one", (at) => at],
    ["from the first end on", (at) => 160 * Math.max(0, at - 3)],
    ["on the second and third end", (at) => 160 * Math.max(0, at - 4)],
    ["on the last two ends, which share a timestamp", (at) => (at > 4 ? 800 : 0)],
    ["with each packet by steps of 48 kHz", (at) => 960 * at],
  ])("%s", (_title, offset) => {
    const grown = press("11234455", ([sequence, timestamp, ...event], at) => [
      sequence,
      timestamp + offset(at),
      ...event,
    ]);

    expect(readAll(grown)).toBe("11234455");
    expect(readAll(grown.filter((_, at) => at % 7 !== 2))).toBe("11234455");
  });
});

test("[XM66] a digit that is immediately pressed again counts again", () => {
  const apart = press("77", ([sequence, ...rest]) => [sequence - (sequence > 9 ? 3 : 0), ...rest]);

  expect(readAll(apart)).toBe("77");
  // This sender sends only ends, each of them three times with one timestamp.
  const ends = [1000, 1000, 1000, 2800, 2800, 2800];
  expect(readAll(ends.map((timestamp, at) => [at, timestamp, 7, true]))).toBe("77");
});

test("[XM66] digits count after a step back of the timestamps, and after a restart of the stream", () => {
  const back = press("123", ([sequence, timestamp, ...event]) => [
    sequence,
    (timestamp - (sequence > 9 ? 4000 : 0)) >>> 0,
    ...event,
  ]);
  const restarted = press("12", ([sequence, ...event]) => [
    sequence > 9 ? 30_000 + sequence : sequence,
    ...event,
  ]);
  const frozen = press("1223", ([sequence, , ...event]) => [sequence, 5000, ...event]);

  expect(readAll(back)).toBe("123");
  expect(readAll(restarted)).toBe("12");
  expect(readAll(frozen)).toBe("1223");
});

test("a digit whose end is lost counts when the next digit begins, or after half a second", () => {
  const reader = new TelephoneEventReader();
  const first = { ...digitEvent(1, false), sequence: 0xffff, timestamp: 0xfffffff0 };
  const next = { ...digitEvent(2, false), sequence: 9, timestamp: 100 };

  expect(reader.read(first, 0)).toBeNull();
  expect(reader.read(next, 100)).toBe("1");
  expect(reader.expire(400)).toBeNull();
  expect(reader.expire(600)).toBe("2");
  expect(reader.expire(5000)).toBeNull();
  expect(reader.read({ ...next, ...digitEvent(2, true), sequence: 12 }, 5020)).toBeNull();
});

test("a restarted stream returns the digit whose end was lost", () => {
  const reader = new TelephoneEventReader();
  reader.read({ ...digitEvent(3, false), sequence: 1, timestamp: 1 }, 0);

  expect(reader.restart()).toBe("3");
  expect(reader.restart()).toBeNull();
});

test("a digit that continues in its next segment stays open for half a second more", () => {
  const reader = new TelephoneEventReader();
  reader.read({ ...digitEvent(7, false, 0xffff), sequence: 1, timestamp: 1000 }, 0);
  reader.read({ ...digitEvent(7, false, 160), sequence: 2, timestamp: 1000 + 0xffff }, 400);

  expect(reader.expire(600)).toBeNull();
  expect(reader.expire(900)).toBe("7");
});

test("[XM66] a digit that is pressed longer than one event allows counts once", () => {
  expect(
    readAll([
      [1, 1000, 7, false, 0xffff],
      [3, 1000 + 0xffff, 7, false, 160],
      [2, 1000, 7, false, 0xffff],
      [4, 1000 + 0xffff, 7, false, 0xffff],
      [5, 1000 + 2 * 0xffff, 7, true, 320],
      [6, 1000 + 2 * 0xffff, 7, true, 320],
      [99, 300_000, 7, true],
    ]),
  ).toBe("77");
});

test("[XM66] a different digit that begins where the longest event ended counts as a new digit", () => {
  expect(
    readAll([
      [1, 1000, 7, false, 0xffff],
      [2, 1000 + 0xffff, 8, true],
    ]),
  ).toBe("78");
});

test("all sixteen digits have their number, and a hook flash is no digit", () => {
  for (const digit of "0123456789*#ABCD") {
    expect(toDigit(toEventCode(digit) ?? -1)).toBe(digit);
  }
  expect(toEventCode("w")).toBeNull();
  expect(toEventCode("12")).toBeNull();
  expect(toDigit(16)).toBeNull();
});

test("random events never throw, and none gives more than two digits", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(255), fc.boolean(), fc.nat(0xffffffff))), (events) => {
      const reader = new TelephoneEventReader();
      for (const [event, end, timestamp] of events) {
        const packet = { ...digitEvent(event, end), sequence: timestamp & 0xffff, timestamp };
        expect((reader.read(packet, 0) ?? "").length).toBeLessThanOrEqual(2);
      }
    }),
  );
});
