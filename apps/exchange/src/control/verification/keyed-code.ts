import { sleep, type Clock } from "@linedesk/base";
import type { LiveCall } from "../../calls/live/live-call.ts";

const PATIENCE_MS = 10_000;

/** What the person keys in: so many digits, ended early by `#` or by a pause. */
export class KeyedCode {
  readonly #call: LiveCall;
  readonly #clock: Clock;
  readonly #length: number;
  #digits = "";
  #isDone = false;
  #untilKey = new AbortController();
  readonly #stop: () => void;

  constructor(call: LiveCall, options: { length: number; clock: Clock }) {
    this.#call = call;
    this.#clock = options.clock;
    this.#length = options.length;
    this.#stop = this.#call.ears.onDigit((digit) => this.#take(digit));
  }

  /** Aborted with the next key: a prompt is cut short by it. */
  get keyed(): AbortSignal {
    return this.#untilKey.signal;
  }

  /** Waits until it is complete; rejects with the signal's reason. */
  async read(signal: AbortSignal): Promise<string> {
    try {
      while (!this.#isDone) {
        const untilKey = AbortSignal.any([signal, this.#nextKey()]);
        await sleep(this.#clock, PATIENCE_MS, untilKey).then(
          () => (this.#isDone = true),
          () => signal.throwIfAborted(),
        );
      }
      return this.#digits;
    } finally {
      this.#stop();
    }
  }

  #nextKey(): AbortSignal {
    if (this.#untilKey.signal.aborted) {
      this.#untilKey = new AbortController();
    }
    return this.#untilKey.signal;
  }

  #take(digit: string): void {
    if (this.#isDone) {
      return;
    }
    if (digit !== "#") {
      this.#digits += digit;
    }
    this.#isDone = digit === "#" || this.#digits.length >= this.#length;
    this.#untilKey.abort();
  }
}
