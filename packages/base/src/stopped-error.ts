/** Why what a call is doing was stopped: the reason of its AbortSignal. */
export class StoppedError extends Error {
  override readonly name = "Stopped";
  readonly code = "stopped";
  readonly reason: "ended" | "redirected" | "over";

  constructor(why: StoppedError["reason"]) {
    super(`stopped: ${why}`);
    this.reason = why;
  }
}

/** Resolves never; rejects with the reason once the signal is aborted. */
export function waitForAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) {
      return reject(signal.reason);
    }
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** The promise's answer, or the signal's reason, whichever is first. */
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
