import type { ClockRequest } from "./worker-clock.ts";

// The clock of a page, in a worker: browsers slow the timers of hidden pages, not those here.
const timers = new Map<number, ReturnType<typeof setTimeout>>();

self.addEventListener("message", ({ data }: MessageEvent<ClockRequest>) => {
  const { id, ms } = data;
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (ms === null) {
    return;
  }
  const timer = setTimeout(() => {
    timers.delete(id);
    self.postMessage(id);
  }, ms);
  timers.set(id, timer);
});
