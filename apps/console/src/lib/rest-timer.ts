export interface RestTimer {
  /** Something moves. Costs no timer of its own: a list that scrolls notes each of its frames. */
  note(): void;
  cancel(): void;
}

/** Calls `onRest` once nothing has been noted for so many milliseconds. */
export function createRestTimer(restMs: number, onRest: () => void): RestTimer {
  let notedMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function check() {
    const leftMs = notedMs + restMs - performance.now();
    timer = leftMs > 0 ? setTimeout(check, leftMs) : undefined;
    if (timer === undefined) {
      onRest();
    }
  }
  return {
    note() {
      notedMs = performance.now();
      timer ??= setTimeout(check, restMs);
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
