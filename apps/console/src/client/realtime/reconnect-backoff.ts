export interface ReconnectBackoffOptions {
  restart: () => void;
  schedule: (run: () => void, ms: number) => () => void;
}

/**
 * The waits are short at first, for a quick restart of the server, then longer, for a slow network.
 */
const waitsMs = [1_000, 1_000, 1_000, 2_000, 3_000, 5_000];
const LONGEST_WAIT_MS = 10_000;

/** Restarts a lost connection with back-off. Each attempt has a time limit and is then ended. */
export class ReconnectBackoff {
  readonly #options: ReconnectBackoffOptions;
  #attempts = 0;
  #cancel: (() => void) | null = null;

  constructor(options: ReconnectBackoffOptions) {
    this.#options = options;
  }

  /** Starts the timer of an attempt; a repeated report during an attempt changes nothing. */
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
