import { expect, test } from "vitest";

import { SeatBeat } from "./seat-beat.ts";

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test("[CN13] a desk beats every 10 s at the open station, at once when something is new, and at none with null", async () => {
  const sent: string[] = [];
  const seats: number[] = [];
  const clock = { ms: 0, run: (): void => undefined };
  const beat = new SeatBeat({
    send: (station) => {
      sent.push(station);
      return sent.length === 2 ? Promise.reject(new Error("lost")) : Promise.resolve([]);
    },
    onSeats: () => seats.push(sent.length),
    schedule: (run, ms) => {
      clock.ms = ms;
      clock.run = run;
      return () => (clock.run = () => undefined);
    },
  });

  beat.follow("2zz");
  beat.follow("2zz");
  await settle();
  clock.run();
  await settle();
  beat.beat();
  await settle();
  expect([sent, clock.ms, seats]).toEqual([["2zz", "2zz", "2zz"], 10_000, [1, 3]]);

  beat.follow(null);
  clock.run();
  expect(sent).toHaveLength(3);
});
