import { expect, test } from "vitest";

import { TurnedAwayWatch, type TurnedAwayWatchDeps } from "./turned-away-watch.ts";

type Load = Awaited<ReturnType<TurnedAwayWatchDeps["readLoad"]>>;

function aWatch() {
  let nowMs = 0;
  let load: Load = { turnedAway: 0, turnedAwayAt: null };
  const reports: [number, string][] = [];
  let readCount = 0;
  let fails = false;
  const watch = new TurnedAwayWatch({
    clock: { elapsedMs: () => nowMs },
    readLoad: async () => {
      readCount += 1;
      return load;
    },
    publish: async (count, at) => {
      if (fails) {
        throw new Error("the database is away");
      }
      reports.push([count, at]);
    },
  });
  async function run(ms: number): Promise<void> {
    for (const endMs = nowMs + ms; nowMs < endMs; nowMs += 1_000) {
      await watch.checkLoad().catch(() => undefined);
    }
  }
  return {
    reports,
    run,
    readCount: () => readCount,
    set: (next: Load) => (load = next),
    fail: (isFailing: boolean) => (fails = isFailing),
  };
}

const first = "2026-01-01T10:00:00.000Z";
const second = "2026-01-01T10:01:00.000Z";

test("[CN18] the stations get the number of callers whom the exchange rejected, and each increase", async () => {
  const { reports, run, set } = aWatch();
  await run(20_000);
  set({ turnedAway: 3, turnedAwayAt: first });
  await run(20_000);
  set({ turnedAway: 4, turnedAwayAt: second });
  await run(20_000);

  expect(reports).toEqual([
    [3, first],
    [4, second],
  ]);
});

test("[CN18] a restarted exchange counts from zero, and an unavailable exchange is ignored", async () => {
  const { reports, run, set } = aWatch();
  set({ turnedAway: 3, turnedAwayAt: first });
  await run(10_000);
  set(null);
  await run(10_000);
  set({ turnedAway: 0, turnedAwayAt: null });
  await run(10_000);
  set({ turnedAway: 1, turnedAwayAt: second });
  await run(10_000);

  expect(reports).toEqual([
    [3, first],
    [1, second],
  ]);
});

test("[CN18] an undelivered report is sent later, and the exchange is queried every 5 s", async () => {
  const { reports, run, set, fail, readCount } = aWatch();
  set({ turnedAway: 3, turnedAwayAt: first });
  fail(true);
  await run(10_000);
  fail(false);
  await run(10_000);

  expect(reports).toEqual([[3, first]]);
  expect(readCount()).toBe(4);
});
