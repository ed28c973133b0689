import { expect, test } from "vitest";

import { ArrivalPhase } from "./arrival-phase.ts";

interface Arrivals {
  /** When the first one comes, in a stream whose clock says anything. */
  fromMs: number;
  packetMs?: number;
  count?: number;
  lateMs?: (packet: number) => number;
}

function arrivals({ fromMs, packetMs = 20, count = 200, lateMs = () => 0 }: Arrivals) {
  const phase = new ArrivalPhase();
  for (let n = 0; n < count; n += 1) {
    phase.note(77_777 + n * packetMs, packetMs, fromMs + n * packetMs + lateMs(n));
  }
  return phase;
}

test.each([
  [20, 8, 12],
  [20, 11, 9],
  [20, 12, 8],
  [20, 13, 27],
  [40, 8, 12],
  [10, 8, 12],
  [10, 2, 8],
  [30, 8, 12],
])(
  "[XM17] of packets of %i ms that come %i ms after a tick, one is here %i ms before the next",
  (packetMs, fromMs, waitMs) => {
    const phase = arrivals({ fromMs: 1000 + fromMs, packetMs });

    expect(phase.waitMs(5020)).toBe(waitMs);
    // The same for every tick.
    expect(phase.waitMs(220)).toBe(waitMs);
  },
);

test("[XM17] it is the late packets of a network that varies that are to be in time", () => {
  const phase = arrivals({ fromMs: 1002, lateMs: (n) => (n % 4) * 2 });

  expect(phase.waitMs(1020)).toBe(12);
});

test("[XM17] a hiccup says nothing of all the others", () => {
  const phase = arrivals({ fromMs: 1002, lateMs: (n) => (n === 190 ? 60 : 0) });

  expect(phase.waitMs(1020)).toBe(18);
});

test("[XM17] a clock that is off is followed within two seconds", () => {
  const phase = arrivals({ fromMs: 1002, count: 3000, lateMs: (n) => n / 500 });

  expect(phase.waitMs(1020)).toBeCloseTo(18 - 6, 0);
});

test("[XM17] nothing is known of less than five packets, nor of such as fit into no tick", () => {
  expect(arrivals({ fromMs: 1002, count: 4 }).waitMs(1020)).toBeNull();
  expect(arrivals({ fromMs: 1002, count: 5 }).waitMs(1020)).toBe(18);
  expect(arrivals({ fromMs: 1002, packetMs: 15 }).waitMs(1020)).toBeNull();
});

test("[XM17] a stream that stood still is another one", () => {
  const phase = arrivals({ fromMs: 1002 });
  for (let n = 0; n < 10; n += 1) {
    phase.note(77_777 + (200 + n) * 20, 20, 60_011 + n * 20);
  }

  expect(phase.waitMs(60_020)).toBe(9);
});
