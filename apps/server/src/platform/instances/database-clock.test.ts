import { expect, test } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import { DatabaseClock } from "./database-clock.ts";

test("[SR107] the time is the database's, and a step of the machine's clock does not change it", async () => {
  const machine = new FakeClock();
  const clock = new DatabaseClock(machine);
  const databaseMs = Date.UTC(2026, 0, 1);

  clock.note({
    beforeMs: machine.elapsedMs() - 5,
    databaseMs,
    afterMs: machine.elapsedMs() + 5,
  });
  expect(clock.now()).toBe(databaseMs);
  machine.setBy(7 * 3_600_000);
  await machine.advance(1_000);
  expect(clock.now()).toBe(databaseMs + 1_000);
});

test("[SR107] a late answer of the database does not change the time, and a proven difference does", () => {
  const machine = new FakeClock();
  const clock = new DatabaseClock(machine);
  const at = machine.elapsedMs();
  clock.note({ beforeMs: at, databaseMs: 100_000, afterMs: at });

  clock.note({ beforeMs: at - 1_000, databaseMs: 99_500, afterMs: at + 1_000 });
  expect(clock.now()).toBe(100_000);
  clock.note({ beforeMs: at - 10, databaseMs: 98_000, afterMs: at + 10 });
  expect(clock.now()).toBe(98_010);
});
