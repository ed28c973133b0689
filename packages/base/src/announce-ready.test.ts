import { expect, test } from "vitest";

import {
  announceLoaded,
  announceMigration,
  announceReady,
  onPartLoaded,
  onPartMigration,
  onPartReady,
  type PartFacts,
} from "./announce-ready.ts";

test("the heartbeat of a process contains the facts of the part that runs in it", () => {
  const read: PartFacts[] = [];
  onPartReady((readFacts) => read.push(readFacts()));

  announceReady(() => ({ calls: 12, media: { ticks: 50, thread: 7 } }));

  expect(read).toEqual([{ calls: 12, media: { ticks: 50, thread: 7 } }]);
});

test("the heartbeat of a process reports the beginning and the end of a migration", () => {
  const states: boolean[] = [];
  onPartMigration((isMigrating) => states.push(isMigrating));

  announceMigration(true);
  announceMigration(false);

  expect(states).toEqual([true, false]);
});

test("the heartbeat of a successor reports that it has loaded", () => {
  let loaded = 0;
  onPartLoaded(() => (loaded += 1));

  announceLoaded();

  expect(loaded).toBe(1);
});
