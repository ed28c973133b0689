import { expect, test } from "vitest";

import { SeatHeartbeat } from "./seat-heartbeat.ts";

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test("[CN13] a desk sends a heartbeat every 10 s for the open station, at once after a change, and none without a station", async () => {
  const sent: string[] = [];
  const seats: number[] = [];
  const clock = { ms: 0, run: (): void => undefined };
  const heartbeat = new SeatHeartbeat({
    send: (station) => {
      sent.push(station);
      return sent.length === 2 ? Promise.reject(new Error("lost")) : Promise.resolve({ items: [] });
    },
    onSeats: () => seats.push(sent.length),
    schedule: (run, ms) => {
      clock.ms = ms;
      clock.run = run;
      return () => (clock.run = () => undefined);
    },
  });

  heartbeat.follow("2zz");
  heartbeat.follow("2zz");
  await settle();
  clock.run();
  await settle();
  heartbeat.sendNow();
  await settle();
  expect([sent, clock.ms, seats]).toEqual([["2zz", "2zz", "2zz"], 10_000, [1, 3]]);

  heartbeat.follow(null);
  clock.run();
  expect(sent).toHaveLength(3);
});

test("[CA66] a desk sends heartbeats at the interval that the server expects", async () => {
  const intervals: number[] = [];
  const clock = { run: (): void => undefined };
  const heartbeat = new SeatHeartbeat({
    send: () => Promise.resolve({ items: [], beatEveryMs: 2_000 }),
    onSeats: () => undefined,
    schedule: (run, ms) => {
      intervals.push(ms);
      clock.run = run;
      return () => (clock.run = () => undefined);
    },
  });

  heartbeat.follow("2zz");
  await settle();
  clock.run();
  await settle();
  expect(intervals).toEqual([10_000, 2_000]);
});
