import fc from "fast-check";
import { expect, test } from "vitest";

import { AudioFormatError } from "../audio-format-error.ts";
import {
  toDigit,
  toEventCode,
  parseTelephoneEvent,
  TelephoneEventReader,
  writeTelephoneEvent,
} from "./telephone-event.ts";

function key(event: number, end: boolean, duration = 800) {
  return { event, end, volume: 10, duration };
}

test("a written event is read again, and fewer than 4 bytes are refused", () => {
  const bytes = new Uint8Array(6);
  writeTelephoneEvent(bytes, 2, { event: 11, end: true, volume: 10, duration: 1280 });

  expect(parseTelephoneEvent(bytes, 2, 4)).toEqual(key(11, true, 1280));
  expect(() => parseTelephoneEvent(bytes, 2, 3)).toThrow(AudioFormatError);
});

test("[XM66] each digit counts once, however often its end is repeated or reordered", () => {
  const reader = new TelephoneEventReader();
  const digits = [
    reader.read(key(5, false), 1000, 0),
    reader.read(key(5, false), 1000, 20),
    reader.read(key(5, true), 1000, 40),
    reader.read(key(5, true), 1000, 60),
    reader.read(key(5, false), 1000, 70),
    reader.read(key(5, true), 3000, 300),
    reader.read(key(5, true), 1000, 310),
  ];

  expect(digits).toEqual([null, null, "5", null, null, "5", null]);
});

test("a digit whose end is lost counts when the next begins, or after half a second", () => {
  const reader = new TelephoneEventReader();

  expect(reader.read(key(1, false), 0xfffffff0, 0)).toBeNull();
  expect(reader.read(key(2, false), 100, 100)).toBe("1");
  expect(reader.expire(400)).toBeNull();
  expect(reader.expire(600)).toBe("2");
  expect(reader.expire(5000)).toBeNull();
});

test("a digit that continues in its next segment stays open for half a second more", () => {
  const reader = new TelephoneEventReader();
  reader.read(key(7, false, 0xffff), 1000, 0);
  reader.read(key(7, false, 160), 1000 + 0xffff, 400);

  expect(reader.expire(600)).toBeNull();
  expect(reader.expire(900)).toBe("7");
});

test("[XM66] a digit that is held longer than one event allows counts once", () => {
  const reader = new TelephoneEventReader();
  const digits = [
    reader.read(key(7, false, 0xffff), 1000, 0),
    reader.read(key(7, false, 160), 1000 + 0xffff, 20),
    reader.read(key(7, false, 0xffff), 1000, 25),
    reader.read(key(7, false, 0xffff), 1000 + 0xffff, 40),
    reader.read(key(7, true, 320), 1000 + 2 * 0xffff, 60),
    reader.read(key(7, true, 320), 1000 + 2 * 0xffff, 80),
  ];

  expect(digits).toEqual([null, null, null, null, "7", null]);
  expect(reader.read(key(7, true), 300_000, 400)).toBe("7");
});

test("[XM66] a different digit that begins where the longest event ended counts as a new digit", () => {
  const reader = new TelephoneEventReader();
  reader.read(key(7, false, 0xffff), 1000, 0);

  expect(reader.read(key(8, true), 1000 + 0xffff, 20)).toBe("78");
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
        expect((reader.read(key(event, end), timestamp, 0) ?? "").length).toBeLessThanOrEqual(2);
      }
    }),
  );
});
