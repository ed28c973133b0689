/** The reason of an AbortSignal that stops the current step of a call. */
export class StoppedError extends Error {
  override readonly name = "StoppedError";
  readonly code = "stopped";
  readonly reason: "ended" | "redirected" | "over";

  constructor(why: StoppedError["reason"]) {
    super(`stopped: ${why}`);
    this.reason = why;
  }
}

/** Returns a promise that never resolves, and rejects with the reason when the signal aborts. */
export function waitForAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) {
      return reject(signal.reason);
    }
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Resolves with the promise; rejects with the signal's reason if the signal aborts first. */
export function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    function onAbort() {
      return reject(signal.reason);
    }
    if (signal.aborted) {
      return onAbort();
    }
    signal.addEventListener("abort", onAbort, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
