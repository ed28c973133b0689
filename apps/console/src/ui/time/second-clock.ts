export interface SecondClock {
  /** Returns milliseconds since 1970 at the last tick. */
  now: () => number;
  onTick: (listener: () => void) => () => void;
}

interface Timers {
  now: () => number;
  setTimeout: (run: () => void, ms: number) => unknown;
  clearTimeout: (timer: never) => void;
}

const system: Timers = {
  now: () => Date.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => clearTimeout(timer),
};

/**
 * The number of timers that are redrawn in one frame, because a scrolling list has no time for all
 * of its rows.
 */
const AT_ONCE = 12;
const FRAME_MS = 17;
const MOST_FRAMES = 10;

/**
 * Creates one clock for all timers on the screen, which change together. Without a listener it is
 * idle.
 */
export function createSecondClock(timers: Timers = system): SecondClock {
  const listeners = new Set<() => void>();
  let timer: unknown = null;
  let read = timers.now();
  function tick() {
    read = timers.now();
    step([...listeners], Math.max(AT_ONCE, Math.ceil(listeners.size / MOST_FRAMES)));
  }
  function step(all: (() => void)[], count: number) {
    for (const listener of all.slice(0, count)) {
      if (listeners.has(listener)) {
        listener();
      }
    }
    const rest = all.slice(count);
    timer =
      rest.length > 0
        ? timers.setTimeout(() => step(rest, count), FRAME_MS)
        : timers.setTimeout(tick, 1000 - (timers.now() % 1000) + 5);
  }
  function start() {
    read = timers.now();
    timer = timers.setTimeout(tick, 1000 - (read % 1000) + 5);
  }
  return {
    now: () => (timer === null ? timers.now() : read),
    onTick: (listener) => {
      listeners.add(listener);
      if (timer === null) {
        start();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || timer === null) {
          return;
        }
        timers.clearTimeout(timer as never);
        timer = null;
      };
    },
  };
}
