import { expect, test } from "vitest";

import {
  announceMigration,
  announceReady,
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

test("the heartbeat of a process learns of the begin and the end of a migration", () => {
  const states: boolean[] = [];
  onPartMigration((isMigrating) => states.push(isMigrating));

  announceMigration(true);
  announceMigration(false);

  expect(states).toEqual([true, false]);
});
