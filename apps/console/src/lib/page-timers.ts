import { type ClockWorker, createWorkerClock, type Schedule } from "./worker-clock.ts";

export interface PageTimers {
  schedule: Schedule;
  /** Once per drawn frame while visible; a hidden page draws no frames and applies at once. */
  batch: (flush: () => void) => void;
  whenIdle: (run: () => void) => void;
}

/** `worker` keeps time while the page is hidden [CN2]; without one the page's own timers do. */
export function pageTimers(page: Window, worker: ClockWorker | null): PageTimers {
  const schedule = worker === null ? ownSchedule(page) : createWorkerClock(worker);
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

function ownSchedule(page: Window): Schedule {
  return (run, ms) => {
    const timer = page.setTimeout(run, ms);
    return () => page.clearTimeout(timer);
  };
}
