import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { MediaTicker } from "./media-ticker.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate", "clearImmediate"] });
});

afterEach(() => {
  vi.useRealTimers();
});

function aBeat(legs: number) {
  const seen = {
    legs,
    nowMs: 0,
    ticksMs: [] as number[],
    restsMs: [] as number[],
    passedMs: [] as number[],
  };
  const beat = new MediaTicker({
    clock: { nowMs: () => seen.nowMs },
    tick: () => {
      seen.ticksMs.push(seen.nowMs);
      // The work takes 3 ms of the 20 ms; 17 ms are left.
      seen.nowMs += 3;
      return 17;
    },
    legCount: () => seen.legs,
    idle: (durationMs) => {
      seen.restsMs.push(durationMs);
      seen.nowMs += durationMs;
    },
    isSilent: () => seen.legs === 0,
    passSilence: () => seen.passedMs.push(seen.nowMs),
  });
  return { beat, seen };
}

test("with many legs, the thread rests 2 ms at a time, and no tick is late", () => {
  const { beat, seen } = aBeat(21);
  beat.start();

  for (let i = 0; i < 40; i += 1) {
    vi.advanceTimersToNextTimer();
  }
  beat.stop();

  expect(seen.ticksMs.slice(0, 4)).toEqual([0, 20, 40, 60]);
  expect(seen.restsMs.slice(0, 9)).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 1]);
});

test("[XM17] with few legs, a tick includes the packets that arrived before it", () => {
  const { beat, seen } = aBeat(2);
  const order: string[] = [];
  beat.start();
  seen.ticksMs.push = (...at) => order.push(`tick ${at.join()}`);

  // The thread was stopped, so the tick is due and packets are waiting.
  vi.advanceTimersToNextTimer();
  order.push("packets");
  vi.advanceTimersToNextTimer();
  beat.stop();

  expect(order).toEqual(["packets", "tick 3"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("without legs, no tick runs, and the heartbeat comes twice a second", () => {
  const { beat, seen } = aBeat(0);
  beat.start();

  for (let i = 0; i < 4; i += 1) {
    seen.nowMs += 500;
    vi.advanceTimersByTime(500);
  }
  beat.wake();
  beat.stop();

  expect(seen.ticksMs).toEqual([]);
  expect(seen.passedMs).toEqual([500, 1000, 1500, 2000]);
  expect(vi.getTimerCount()).toBe(0);
});

test("the first new leg ends the sleep at once, and the end of the last leg begins it again", () => {
  const { beat, seen } = aBeat(0);
  beat.start();
  seen.nowMs = 123;
  seen.legs = 1;

  beat.wake();
  beat.wake();
  const [passedMs, ticksMs] = [[...seen.passedMs], [...seen.ticksMs]];
  seen.legs = 0;
  vi.advanceTimersByTime(17);
  vi.advanceTimersToNextTimer();
  vi.advanceTimersByTime(500);
  beat.stop();
  beat.wake();

  expect([passedMs, ticksMs]).toEqual([[123], [123]]);
  expect(seen.ticksMs).toEqual([123]);
  expect(seen.passedMs).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});
