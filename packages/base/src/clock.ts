/** The time source of a part, passed as a parameter, so that a test can control it. */
export interface Clock {
  /** Milliseconds since 1970, for dates. It jumps when the machine's clock is set. */
  now(): number;
  /**
   * Milliseconds since a fixed moment, for durations. They do not follow changes of the machine's
   * clock.
   */
  elapsedMs(): number;
  /**
   * Calls `run` once after the delay. Returns a function that cancels this call; after the call the
   * function has no effect.
   */
  after(delayMs: number, run: () => void): () => void;
}

/** The machine's own clock: `Date.now()`, `performance.now()` and `setTimeout()`. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsedMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The machine's own clock; its timers never keep the process alive. */
export const backgroundClock: Clock = {
  ...systemClock,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/** Returns a clock whose dates continue from now, even when the machine's clock is set. */
export function withMonotonicDates(clock: Clock): Clock {
  const startMs = clock.now() - clock.elapsedMs();
  return {
    now: () => startMs + clock.elapsedMs(),
    elapsedMs: () => clock.elapsedMs(),
    after: (delayMs, run) => clock.after(delayMs, run),
  };
}

/** Resolves after the delay; rejects with the signal's reason as soon as the signal is aborted. */
export function sleep(
  clock: Pick<Clock, "after">,
  delayMs: number,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      return reject(signal.reason);
    }
    function onAbort() {
      cancel();
      reject(signal?.reason);
    }
    const cancel = clock.after(delayMs, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
