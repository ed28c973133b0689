import { expect, test } from "vitest";

import { readThreadId } from "./read-thread-id.ts";
import { TickCounter } from "./tick-counter.ts";

test("the main thread reads the tick count and the id of the ticking thread", () => {
  const main = new TickCounter();
  const worker = new TickCounter(main.shared);
  expect(main.read()).toEqual({ ticks: 0, thread: null });

  worker.setThread(readThreadId());
  worker.count();
  worker.count();

  expect(main.read()).toEqual({ ticks: 2, thread: readThreadId() });
});
