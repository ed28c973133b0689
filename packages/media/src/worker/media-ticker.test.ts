import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { MediaTicker } from "./media-ticker.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate", "clearImmediate"] });
});

afterEach(() => {
  vi.useRealTimers();
});

function aBeat(legs: number) {
  const seen = { nowMs: 0, ticksMs: [] as number[], restsMs: [] as number[] };
  const beat = new MediaTicker({
    clock: { nowMs: () => seen.nowMs },
    tick: () => {
      seen.ticksMs.push(seen.nowMs);
      // The rest of 20 ms after the work.
      seen.nowMs += 3;
      return 17;
    },
    legCount: () => legs,
    idle: (durationMs) => {
      seen.restsMs.push(durationMs);
      seen.nowMs += durationMs;
    },
  });
  return { beat, seen };
}

test("with many legs the thread rests 2 ms at a time, and no tick is late", () => {
  const { beat, seen } = aBeat(21);
  beat.start();

  for (let i = 0; i < 40; i += 1) {
    vi.advanceTimersToNextTimer();
  }
  beat.stop();

  expect(seen.ticksMs.slice(0, 4)).toEqual([0, 20, 40, 60]);
  expect(seen.restsMs.slice(0, 9)).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 1]);
});

test("[XM17] with few legs a tick includes the packets that arrived before it", () => {
  const { beat, seen } = aBeat(2);
  const order: string[] = [];
  beat.start();
  seen.ticksMs.push = (...at) => order.push(`tick ${at.join()}`);

  // The thread was stopped: the tick is due, and packets are waiting.
  vi.advanceTimersToNextTimer();
  order.push("packets");
  vi.advanceTimersToNextTimer();
  beat.stop();

  expect(order).toEqual(["packets", "tick 3"]);
  expect(vi.getTimerCount()).toBe(0);
});
