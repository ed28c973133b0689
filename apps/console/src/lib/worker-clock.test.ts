import { expect, test } from "vitest";

import type { ClockWorkerRequest } from "./clock-worker.ts";
import { createWorkerClock, type ClockWorker } from "./worker-clock.ts";

function aClock(opens = true) {
  const requests: ClockWorkerRequest[] = [];
  const page: { run: () => void; ms: number; cancelled: boolean }[] = [];
  const worker: ClockWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (request) => void requests.push(request),
  };
  const time = { now: 1_000 };
  const schedule = createWorkerClock({
    open: () => {
      if (!opens) {
        throw new Error("no workers");
      }
      return worker;
    },
    fallback: (run, ms) => {
      const timer = { run, ms, cancelled: false };
      page.push(timer);
      return () => void (timer.cancelled = true);
    },
    now: () => time.now,
  });
  function fires(id: number): void {
    worker.onmessage?.({ data: id } as MessageEvent<number>);
  }
  return { schedule, requests, page, worker, fires, time };
}

test("[CN2] the worker keeps a timer, which runs once and can be cancelled", () => {
  const { schedule, requests, page, fires } = aClock();
  const ran: string[] = [];

  schedule(() => ran.push("one"), 10_000);
  const cancel = schedule(() => ran.push("other"), 500);
  cancel();
  fires(1);
  fires(1);
  fires(2);

  expect(ran).toEqual(["one"]);
  expect(page).toEqual([]);
  expect(requests).toEqual([
    { id: 1, ms: 10_000 },
    { id: 2, ms: 500 },
    { id: 2, ms: null },
  ]);
});

test("[CN2] pending timers run on time on the page's own clock when the worker fails", () => {
  const { schedule, page, worker, time } = aClock();
  const ran: string[] = [];
  schedule(() => ran.push("one"), 10_000);
  const cancel = schedule(() => ran.push("other"), 20_000);

  time.now += 4_000;
  worker.onerror?.({} as ErrorEvent);
  cancel();
  page[0]?.run();

  expect(page.map(({ ms, cancelled }) => [ms, cancelled])).toEqual([
    [6_000, false],
    [16_000, true],
  ]);
  expect(ran).toEqual(["one"]);
});

test("[CN2] without workers the page's own timers run", () => {
  const { schedule, page } = aClock(false);

  schedule(() => undefined, 300);

  expect(page.map(({ ms }) => ms)).toEqual([300]);
});
