export interface TabLocks {
  request(
    name: string,
    options: LockOptions,
    run: (lock: Lock | null) => Promise<void>,
  ): Promise<void>;
}

export interface TabLeadershipOptions {
  /** The page's locks; over plain HTTP they are undefined, and every tab leads. */
  locks: TabLocks | undefined;
  onChange: (leads: boolean) => void;
  log: (error: unknown) => void;
}

function isAborted(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

/** Lets one tab of a person lead by a Web Lock, until it closes or another tab takes over. */
export class TabLeadership {
  readonly #options: TabLeadershipOptions;
  #name: string | null = null;
  #waiting: AbortController | null = null;
  #release: (() => void) | null = null;
  #isClosed = false;

  constructor(options: TabLeadershipOptions) {
    this.#options = options;
  }

  /** Leads if no other tab of this person leads; otherwise waits until that tab ends. */
  start(user: string): void {
    if (this.#name !== null) {
      return;
    }
    this.#name = `linedesk-desk-${user}`;
    if (this.#options.locks === undefined) {
      return this.#options.onChange(true);
    }
    this.#ask({ ifAvailable: true });
  }

  /** Leads at once: the tab that led before loses the lines. */
  takeOver(): void {
    if (this.#release !== null || this.#name === null) {
      return;
    }
    this.#waiting?.abort();
    this.#ask({ steal: true });
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting?.abort();
    this.#release?.();
  }

  #ask(how: LockOptions): void {
    const { locks, onChange, log } = this.#options;
    locks
      ?.request(this.#name ?? "", how, (lock) => this.#lead(lock))
      .catch((error: unknown) => {
        if (!isAborted(error)) {
          return log(error);
        }
        // Another tab stole the lock. A request that was withdrawn because this tab steals the lock
        // gets no lock.
        if (this.#release !== null && how.signal?.aborted !== true) {
          this.#release = null;
          onChange(false);
          this.#wait();
        }
      });
  }

  async #lead(lock: Lock | null): Promise<void> {
    const { onChange } = this.#options;
    if (this.#isClosed) {
      return;
    }
    if (lock === null) {
      onChange(false);
      return this.#wait();
    }
    const held = new Promise<void>((resolve) => (this.#release = resolve));
    onChange(true);
    await held;
  }

  #wait(): void {
    if (!this.#isClosed) {
      this.#waiting = new AbortController();
      this.#ask({ signal: this.#waiting.signal });
    }
  }
}
