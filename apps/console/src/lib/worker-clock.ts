import type { ClockWorkerRequest } from "./clock-worker.ts";

export type Schedule = (run: () => void, ms: number) => () => void;

export interface ClockWorker {
  onmessage: ((event: MessageEvent<number>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(request: ClockWorkerRequest): void;
}

export interface WorkerClockOptions {
  /** Creates the worker; throws when the browser has none. */
  open: () => ClockWorker;
  fallback: Schedule;
  now: () => number;
}

interface Pending {
  run: () => void;
  dueAt: number;
  cancel: (() => void) | null;
}

/**
 * Uses the timers of a worker, which are on time in a hidden page; without a worker, those of the
 * page.
 */
export function createWorkerClock({ open, fallback, now }: WorkerClockOptions): Schedule {
  const pending = new Map<number, Pending>();
  let worker = tryOpen(open);
  let lastId = 0;

  function end(id: number): void {
    const timer = pending.get(id);
    pending.delete(id);
    timer?.run();
  }
  function scheduleOnPage(id: number, timer: Pending): void {
    timer.cancel = fallback(() => end(id), Math.max(0, timer.dueAt - now()));
  }
  if (worker !== null) {
    worker.onmessage = ({ data }) => end(data);
    worker.onerror = () => {
      worker = null;
      for (const [id, timer] of pending) {
        scheduleOnPage(id, timer);
      }
    };
  }
  return (run, ms) => {
    lastId += 1;
    const id = lastId;
    const timer: Pending = { run, dueAt: now() + ms, cancel: null };
    pending.set(id, timer);
    if (worker === null) {
      scheduleOnPage(id, timer);
    } else {
      worker.postMessage({ id, ms });
    }
    return () => {
      if (pending.delete(id)) {
        timer.cancel?.();
        worker?.postMessage({ id, ms: null });
      }
    };
  };
}

function tryOpen(open: WorkerClockOptions["open"]): ClockWorker | null {
  try {
    return open();
  } catch {
    // Without workers the timers of the page are used, which are on time while it is visible.
    return null;
  }
}
