export interface RestTimer {
  /** Notes a move. It sets no new timer, because a scrolling list calls it in each frame. */
  note(): void;
  cancel(): void;
}

/** If the timer is this late, the page was busy, and moves may still wait behind the same work. */
const LATE_MS = 30;

/**
 * Calls `onRest` when `restMs` have passed without a note. After a late timer it waits once more.
 */
export function createRestTimer(restMs: number, onRest: () => void): RestTimer {
  let notedMs = 0;
  let dueMs = 0;
  let isAgain = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function wait(forMs: number) {
    dueMs = performance.now() + forMs;
    timer = setTimeout(check, forMs);
  }
  function check() {
    const now = performance.now();
    const leftMs = notedMs + restMs - now;
    if (leftMs > 0) {
      isAgain = false;
      wait(leftMs);
    } else if (now - dueMs > LATE_MS && !isAgain) {
      isAgain = true;
      wait(restMs);
    } else {
      isAgain = false;
      timer = undefined;
      onRest();
    }
  }
  return {
    note() {
      notedMs = performance.now();
      if (timer === undefined) {
        wait(restMs);
      }
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
