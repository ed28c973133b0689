import { expect, test } from "vitest";

import { watchIdle } from "./watch-idle.ts";

test("[RT30] a page that nobody uses for `idleMs` is reported, and each use restarts this time", () => {
  const page = new EventTarget();
  const timers = new Set<{ run: () => void }>();
  let idle = 0;
  const stop = watchIdle({
    page: page as unknown as Window,
    schedule: (run) => {
      const timer = { run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    idleMs: 60_000,
    onIdle: () => (idle += 1),
  });

  page.dispatchEvent(new Event("keydown"));
  page.dispatchEvent(new Event("pointermove"));
  expect(timers.size).toBe(1);
  timers.forEach(({ run }) => run());
  expect(idle).toBe(1);

  stop();
  page.dispatchEvent(new Event("keydown"));
  expect(timers.size).toBe(0);
});
