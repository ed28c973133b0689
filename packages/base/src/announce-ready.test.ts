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

test("a listener in the process gets the facts of a part that announces that it is ready", () => {
  const read: PartFacts[] = [];
  onPartReady((readFacts) => read.push(readFacts()));

  announceReady(() => ({ calls: 12, media: { ticks: 50, thread: 7 } }));

  expect(read).toEqual([{ calls: 12, media: { ticks: 50, thread: 7 } }]);
});

test("a listener in the process learns when a migration begins and ends", () => {
  const states: boolean[] = [];
  onPartMigration((isMigrating) => states.push(isMigrating));

  announceMigration(true);
  announceMigration(false);

  expect(states).toEqual([true, false]);
});

test("a listener in the process learns that a successor has loaded", () => {
  let loaded = 0;
  onPartLoaded(() => (loaded += 1));

  announceLoaded();

  expect(loaded).toBe(1);
});
