/**
 * Changes by other servers cause no notification in this server, so a waiting request also reads
 * the call at this interval.
 */
const POLL_MS = 200;

export class CallChangeNotifier {
  readonly #waiting = new Map<string, Set<() => void>>();

  notifyChanged(call: string): void {
    for (const wake of this.#waiting.get(call) ?? []) {
      wake();
    }
  }

  /**
   * Reads until `wanted.is` accepts the value, or `timeoutMs` has passed. Returns the last value in
   * both cases.
   */
  async waitUntil<T>(
    call: string,
    read: () => Promise<T>,
    wanted: { is: (value: T) => boolean; timeoutMs: number },
  ): Promise<T> {
    const deadline = performance.now() + wanted.timeoutMs;
    for (;;) {
      // Subscribes before the read, so that no change between the two is missed.
      const change = this.#next(call, POLL_MS);
      const value = await read();
      if (wanted.is(value) || performance.now() >= deadline) {
        change.cancel();
        return value;
      }
      await change.happened;
    }
  }

  #next(call: string, withinMs: number): { happened: Promise<void>; cancel: () => void } {
    const wakers = this.#waiting.get(call) ?? new Set();
    this.#waiting.set(call, wakers);
    let wake = (): void => undefined;
    const happened = new Promise<void>((resolve) => {
      const timer = setTimeout(() => wake(), withinMs);
      wake = () => {
        clearTimeout(timer);
        wakers.delete(wake);
        if (wakers.size === 0 && this.#waiting.get(call) === wakers) {
          this.#waiting.delete(call);
        }
        resolve();
      };
      wakers.add(wake);
    });
    return { happened, cancel: wake };
  }
}
