/** A request to the worker of the clock: sets a timer, or clears one. */
export type ClockWorkerRequest = { id: number; ms: number } | { id: number; ms: null };

interface WorkerScope {
  onmessage: ((event: { data: ClockWorkerRequest }) => void) | null;
  postMessage(id: number): void;
}

const scope = globalThis as unknown as WorkerScope;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

// Browsers delay the timers of a hidden page by up to a minute, but not those of its worker.
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
