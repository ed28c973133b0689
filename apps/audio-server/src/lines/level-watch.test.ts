import { expect, test } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import { LevelWatch } from "./level-watch.ts";

test("[AS55] levels are sent at least each second while anybody watches, at the same rate for many watchers", async () => {
  const clock = new FakeClock();
  const sentAtMs: number[] = [];
  const watch = new LevelWatch(clock, () => sentAtMs.push(clock.elapsedMs()));

  await clock.advance(60_000);
  expect(sentAtMs).toEqual([]);

  for (let watcher = 0; watcher < 20; watcher += 1) {
    watch.extend();
  }
  await clock.advance(10_000);
  const gaps = sentAtMs.slice(1).map((at, i) => at - (sentAtMs[i] ?? 0));
  expect(sentAtMs.length).toBeGreaterThanOrEqual(10);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(1_000);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(500);

  await clock.advance(10_000);
  const last = sentAtMs.length;
  await clock.advance(60_000);
  expect(sentAtMs).toHaveLength(last);

  watch.extend();
  expect(sentAtMs).toHaveLength(last + 1);
  watch.close();
  await clock.advance(60_000);
  expect(sentAtMs).toHaveLength(last + 1);
});
