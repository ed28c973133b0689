export interface RestTimer {
  /** Something moves. Costs no timer of its own: a list that scrolls notes each of its frames. */
  note(): void;
  cancel(): void;
}

/** A timer that runs so late had to wait for work, behind which moves may wait as well. */
const LATE_MS = 30;

/** Calls `onRest` after `restMs` without a note; if the page stood still, it waits once more. */
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
