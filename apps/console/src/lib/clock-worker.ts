/** What the worker of the clock takes: a timer to set, or one to forget. */
export type ClockWorkerRequest = { id: number; ms: number } | { id: number; ms: null };

interface WorkerScope {
  onmessage: ((event: { data: ClockWorkerRequest }) => void) | null;
  postMessage(id: number): void;
}

const scope = globalThis as unknown as WorkerScope;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

// Browsers let the timers of a hidden page wait a minute, and those of its worker not.
scope.onmessage = ({ data: { id, ms } }) => {
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (ms === null) {
    return;
  }
  const timer = setTimeout(() => {
    timers.delete(id);
    scope.postMessage(id);
  }, ms);
  timers.set(id, timer);
};
