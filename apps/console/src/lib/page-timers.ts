import { createWorkerClock, type Schedule } from "./worker-clock.ts";

export interface PageTimers {
  schedule: Schedule;
  /** Runs `flush` in the next frame. A hidden page draws no frames, so there it runs at once. */
  batch: (flush: () => void) => void;
  whenIdle: (run: () => void) => void;
}

export function pageTimers(page: Window): PageTimers {
  const schedule = createWorkerClock({
    open: () => new Worker(new URL("./clock-worker.ts", import.meta.url), { type: "module" }),
    fallback: (run, ms) => {
      const timer = page.setTimeout(run, ms);
      return () => page.clearTimeout(timer);
    },
    now: () => page.performance.now(),
  });
  return {
    schedule,
    batch(flush) {
      if (page.document.visibilityState === "visible") {
        page.requestAnimationFrame(flush);
      } else {
        flush();
      }
    },
    whenIdle(run) {
      if ("requestIdleCallback" in page) {
        page.requestIdleCallback(run, { timeout: 2_000 });
      } else {
        schedule(run, 200);
      }
    },
  };
}
