import { expect, test } from "vitest";

import { announceReady, onPartReady, type PartFacts } from "./announce-ready.ts";

test("the heartbeat of a process contains the facts of the part that runs in it", () => {
  const read: PartFacts[] = [];
  onPartReady((readFacts) => read.push(readFacts()));

  announceReady(() => ({ calls: 12, media: { ticks: 50, thread: 7 } }));

  expect(read).toEqual([{ calls: 12, media: { ticks: 50, thread: 7 } }]);
});
