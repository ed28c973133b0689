import { expect, test } from "vitest";

import { type ClockWorker, createWorkerClock } from "./worker-clock.ts";

function aClock() {
  const asked: { id: number; ms: number | null }[] = [];
  const worker: ClockWorker = { onmessage: null, postMessage: (one) => void asked.push(one) };
  const schedule = createWorkerClock(worker);
  const ring = (id: number): void => worker.onmessage?.({ data: id } as MessageEvent<number>);
  return { asked, schedule, ring };
}

test("[CN2] timers run when the worker says so, once each", () => {
  const { asked, schedule, ring } = aClock();
  const ran: string[] = [];
  schedule(() => ran.push("a"), 100);
  schedule(() => ran.push("b"), 50);

  ring(2);
  ring(1);
  ring(1);

  expect(asked).toEqual([
    { id: 1, ms: 100 },
    { id: 2, ms: 50 },
  ]);
  expect(ran).toEqual(["b", "a"]);
});

test("[CN2] a cancelled timer does not run, and one that ran is not cancelled", () => {
  const { asked, schedule, ring } = aClock();
  const ran: string[] = [];
  const cancel = schedule(() => ran.push("a"), 100);
  const late = schedule(() => ran.push("b"), 100);

  cancel();
  ring(1);
  ring(2);
  late();

  expect(ran).toEqual(["b"]);
  expect(asked.filter(({ ms }) => ms === null)).toEqual([{ id: 1, ms: null }]);
});
