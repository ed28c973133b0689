import { sleep, type Clock } from "@linedesk/base";
import type { LiveCall } from "../../calls/live/live-call.ts";

const CODE_TIMEOUT_MS = 10_000;

export class CodeInput {
  readonly #call: LiveCall;
  readonly #clock: Clock;
  readonly #length: number;
  #digits = "";
  #isDone = false;
  #digitReceived = new AbortController();
  readonly #stop: () => void;

  constructor(call: LiveCall, options: { length: number; clock: Clock }) {
    this.#call = call;
    this.#clock = options.clock;
    this.#length = options.length;
    this.#stop = this.#call.input.onDigit((digit) => this.#take(digit));
  }

  /** The next digit aborts this signal and therefore stops a prompt. */
  get received(): AbortSignal {
    return this.#digitReceived.signal;
  }

  async read(signal: AbortSignal): Promise<string> {
    try {
      while (!this.#isDone) {
        const untilKey = AbortSignal.any([signal, this.#restartTimeout()]);
        await sleep(this.#clock, CODE_TIMEOUT_MS, untilKey).then(
          () => (this.#isDone = true),
          () => signal.throwIfAborted(),
        );
      }
      return this.#digits;
    } finally {
      this.#stop();
    }
  }

  #restartTimeout(): AbortSignal {
    if (this.#digitReceived.signal.aborted) {
      this.#digitReceived = new AbortController();
    }
    return this.#digitReceived.signal;
  }

  #take(digit: string): void {
    if (this.#isDone) {
      return;
    }
    if (digit !== "#") {
      this.#digits += digit;
    }
    this.#isDone = digit === "#" || this.#digits.length >= this.#length;
    this.#digitReceived.abort();
  }
}
