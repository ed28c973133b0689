export type Schedule = (run: () => void, ms: number) => () => void;

/** What the page asks of the worker, which answers an id when its time is up. */
export interface ClockRequest {
  id: number;
  /** Null cancels. */
  ms: number | null;
}

/** What is used of a worker that runs `clock-worker.ts`. */
export interface ClockWorker {
  postMessage(request: ClockRequest): void;
  onmessage: ((event: MessageEvent<number>) => void) | null;
}

/** [CN2] Timers on a worker's clock, so that a hidden page keeps time. */
export function createWorkerClock(worker: ClockWorker): Schedule {
  const waiting = new Map<number, () => void>();
  let last = 0;
  worker.onmessage = ({ data }) => {
    const run = waiting.get(data);
    waiting.delete(data);
    run?.();
  };
  return (run, ms) => {
    last += 1;
    const id = last;
    waiting.set(id, run);
    worker.postMessage({ id, ms });
    return () => {
      // One that has run already is not there to cancel.
      if (waiting.delete(id)) {
        worker.postMessage({ id, ms: null });
      }
    };
  };
}
