import { expect, test } from "vitest";

import { parseRtp } from "@linedesk/audio";
import { SteadyTone } from "@linedesk/testkit";
import type { Phone } from "../testing/fake-phone.ts";
import { Studio } from "../testing/fake-studio.ts";

const open = { muted: false, hold: false };
const tone = { amplitude: 8000, sampleRate: 8000 };

/** Returns two telephones, each with an offset of its packets after each tick of 20 ms. */
async function aPair(...offsetsMs: readonly [number, number]) {
  const studio = new Studio();
  const phones = [await studio.add("first", 440), await studio.add("other", 1000)] as const;
  const lateMs = [0, 0];
  const spoken = [0, 0];
  function run(durationMs: number): void {
    for (const endMs = studio.nowMs + durationMs; studio.nowMs < endMs;) {
      studio.nowMs += 1;
      phones.forEach((phone, i) => {
        const dueMs = (spoken[i] ?? 0) * 20 + (offsetsMs[i] ?? 0) + (lateMs[i] ?? 0);
        if (studio.nowMs >= dueMs) {
          spoken[i] = (spoken[i] ?? 0) + 1;
          phone.speak();
        }
      });
      studio.engine.tick();
    }
  }
  /** Sets how far the other telephone's clock is behind. */
  function setLate(ms: number): void {
    lateMs[1] = ms;
  }
  function meet(): void {
    for (const { id } of phones) {
      studio.engine.joinRoom(id, "room", open);
    }
  }
  /** Returns the time from the speaker's first loud packet to the listener's first loud one. */
  function delayMs(speaker: Phone, listener: Phone): number {
    const { toneHz } = speaker;
    speaker.toneHz = 0;
    run(500);
    speaker.toneHz = toneHz;
    const at = phones.indexOf(speaker);
    const spokenMs = (spoken[at] ?? 0) * 20 + (offsetsMs[at] ?? 0) + (lateMs[at] ?? 0);
    while (studio.nowMs < spokenMs + 100) {
      run(1);
      if (listener.receivedAudio(1).some((sample) => Math.abs(sample) > 1000)) {
        return studio.nowMs - spokenMs;
      }
    }
    return Infinity;
  }
  return { studio, phones, run, setLate, meet, delayMs };
}

function expectWhole(phone: Phone, toneHz: number, ticks: number): void {
  const steady = new SteadyTone({ toneHz, ...tone });
  steady.add(phone.receivedAudio(ticks));
  expect([steady.gaps, steady.clicks]).toEqual([0, 0]);
  const headers = phone.packets.map((packet) => parseRtp(packet));
  headers.slice(1).forEach((header, i) => {
    expect((header.sequence - (headers[i]?.sequence ?? 0)) & 0xffff).toBe(1);
    expect((header.timestamp - (headers[i]?.timestamp ?? 0)) >>> 0).toBe(160);
  });
}

const offsets = [0, 3, 9, 14, 17];
const pairs = offsets.flatMap((first) => offsets.map((other) => [first, other] as const));

test.each(pairs)(
  "[XM17] two legs whose packets arrive %i and %i ms after a tick have the least possible delay together",
  async (...offsetsMs) => {
    const { studio, phones, run, meet, delayMs } = await aPair(...offsetsMs);
    const [first, other] = phones;
    run(1000);
    meet();
    run(1000);

    const waits = [delayMs(first, other), delayMs(other, first)];
    const apart = Math.abs(offsetsMs[0] - offsetsMs[1]);
    const least = 16 + Math.min(apart, 20 - apart);
    // Each leg waits at least 8 ms, and up to 5 ms to the next phase.
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(8);
    expect(waits.reduce((sum, waitMs) => sum + waitMs, 0)).toBeLessThan(least + 12);
    run(500);
    // Each listener gets one packet in each tick, and no gap where the phases meet.
    expectWhole(first, 1000, 20);
    expectWhole(other, 440, 20);
    const ticks = Math.floor(studio.nowMs / 20);
    for (const { packets } of phones) {
      expect(Math.abs(packets.length - ticks)).toBeLessThanOrEqual(1);
    }
  },
);

test.each(pairs)(
  "[XM17] two legs join a room at the start, with packets %i and %i ms after a tick, and the room settles without losing sound",
  async (...offsetsMs) => {
    const { phones, run, meet, delayMs } = await aPair(...offsetsMs);
    const [first, other] = phones;
    meet();
    run(6100);
    const ticks = 300;
    expectWhole(first, 1000, ticks);
    expectWhole(other, 440, ticks);

    const waits = [delayMs(first, other), delayMs(other, first)];
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(8);
    const apart = Math.abs(offsetsMs[0] - offsetsMs[1]);
    const least = 16 + Math.min(apart, 20 - apart);
    // A gain of 2.5 ms in the mean does not justify a move.
    expect(waits.reduce((sum, waitMs) => sum + waitMs, 0)).toBeLessThan(least + 15);
  },
);

test("[XM17] the room follows drifting clocks without losing sound", async () => {
  const pair = await aPair(4, 4);
  const { phones, run, meet, delayMs, setLate } = pair;
  const [first, other] = phones;
  run(1000);
  meet();
  run(1000);
  const sums: number[] = [];
  for (let second = 0; second < 100; second += 1) {
    // The clock drifts by 20 ms in fifty seconds, first forward and then back.
    setLate(Math.round((50 - Math.abs(50 - second)) * 0.4));
    run(1000);
    if (second % 10 === 9) {
      expectWhole(first, 1000, 400);
      expectWhole(other, 440, 400);
      sums.push(delayMs(first, other) + delayMs(other, first));
      run(8000);
    }
  }

  // Legs that are half a tick apart need 26 ms together, and the phase nearest to this some ms
  // more. The room moves only for a gain of 6 ms in the mean, which is 12 ms of the sum.
  expect(Math.max(...sums)).toBeLessThanOrEqual(26 + 4 + 12);
  expect(sums.reduce((sum, each) => sum + each, 0) / sums.length).toBeLessThan(28);
});
