export interface ReconnectBackoffOptions {
  restart: () => void;
  schedule: (run: () => void, ms: number) => () => void;
}

/** Quick at first, as for a server that is back at once; then slower, for a slow network. */
const waitsMs = [1_000, 1_000, 1_000, 2_000, 3_000, 5_000];
const LONGEST_WAIT_MS = 10_000;

/** When a lost connection is tried anew: each attempt is given its time, and then ended. */
export class ReconnectBackoff {
  readonly #options: ReconnectBackoffOptions;
  #attempts = 0;
  #cancel: (() => void) | null = null;

  constructor(options: ReconnectBackoffOptions) {
    this.#options = options;
  }

  /** Not connected (any more); said again while an attempt has its time, it changes nothing. */
  handleDisconnected(): void {
    if (this.#cancel !== null) {
      return;
    }
    const wait = waitsMs[this.#attempts] ?? LONGEST_WAIT_MS;
    this.#cancel = this.#options.schedule(() => {
      this.#cancel = null;
      this.#attempts += 1;
      this.#options.restart();
      this.handleDisconnected();
    }, wait);
  }

  restart(): void {
    this.close();
    this.#options.restart();
    this.handleDisconnected();
  }

  handleConnected(): void {
    this.close();
    this.#attempts = 0;
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
