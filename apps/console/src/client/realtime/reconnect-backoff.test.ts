import { describe, expect, test } from "vitest";

import { ReconnectBackoff } from "./reconnect-backoff.ts";

function aPace() {
  const timers: { run: () => void; ms: number }[] = [];
  const seen = { restarts: 0 };
  const pace = new ReconnectBackoff({
    restart: () => (seen.restarts += 1),
    schedule: (run, ms) => {
      const timer = { run, ms };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  });
  function fire(): number {
    const timer = timers.shift();
    timer?.run();
    return timer?.ms ?? 0;
  }
  return { pace, seen, timers, fire };
}

describe("the reconnect back-off", () => {
  test("[CN9] tries every second at first, then less often, and never stops", () => {
    const { pace, seen, fire } = aPace();
    pace.handleDisconnected();

    const waits = Array.from({ length: 8 }, fire);

    expect(waits).toEqual([1_000, 1_000, 1_000, 2_000, 3_000, 5_000, 10_000, 10_000]);
    expect(seen.restarts).toBe(8);
  });

  test("gives each attempt its full time limit, however often the loss is reported", () => {
    const { pace, timers } = aPace();

    pace.handleDisconnected();
    pace.handleDisconnected();

    expect(timers).toHaveLength(1);
  });

  test("[CN9] starts an attempt at once when the server answers again, and gives it the full time limit", () => {
    const { pace, seen, timers, fire } = aPace();
    pace.handleDisconnected();
    for (let i = 0; i < 6; i += 1) {
      fire();
    }

    pace.restart();

    expect(seen.restarts).toBe(7);
    expect(timers.map((timer) => timer.ms)).toEqual([10_000]);
  });

  test("is quick again after a connection, and stops when it is closed", () => {
    const { pace, timers, fire } = aPace();
    pace.handleDisconnected();
    for (let i = 0; i < 5; i += 1) {
      fire();
    }

    pace.handleConnected();
    expect(timers).toEqual([]);
    pace.handleDisconnected();
    expect(timers.map((timer) => timer.ms)).toEqual([1_000]);
    pace.close();

    expect(timers).toEqual([]);
  });
});
