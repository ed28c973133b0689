import type { ThreadPulse } from "@linedesk/base";

const TICKS = 0;
const THREAD = 1;

/**
 * Counts the ticks of the media thread in memory that the main thread can always read, because a
 * hanging thread answers no message. The count wraps after years.
 */
export class TickCounter {
  readonly shared: SharedArrayBuffer;
  readonly #values: Int32Array;

  constructor(shared: SharedArrayBuffer = new SharedArrayBuffer(8)) {
    this.shared = shared;
    this.#values = new Int32Array(shared);
  }

  count(): void {
    Atomics.add(this.#values, TICKS, 1);
  }

  setThread(thread: number | null): void {
    Atomics.store(this.#values, THREAD, thread ?? 0);
  }

  read(): ThreadPulse {
    const thread = Atomics.load(this.#values, THREAD);
    return { ticks: Atomics.load(this.#values, TICKS), thread: thread === 0 ? null : thread };
  }
}
