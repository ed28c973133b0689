import type { Clock } from "./clock.ts";

export interface RenewedFilesOptions<T> {
  clock: Pick<Clock, "after">;
  /** Reads the files. It throws when they are unreadable or do not belong together. */
  read: () => Promise<T>;
  /** The content that is in use. */
  used: T;
  /** Puts the new content into use. If it throws, the old content stays in use. */
  apply: (content: T) => void;
  onRenewed: () => void;
  onRefused: (error: unknown) => void;
}

const CHECK_EVERY_MS = 60_000;

/**
 * Reads files again every minute, and applies new content. A renewal replaces several files one
 * after the other, so refused content is not a failure: the next check may find it complete.
 */
export class RenewedFiles<T> {
  readonly #options: RenewedFilesOptions<T>;
  #used: string;
  #refusal: string | null = null;
  #checking: Promise<void> = Promise.resolve();
  #stopTimer: () => void = () => undefined;
  #isClosed = false;

  constructor(options: RenewedFilesOptions<T>) {
    this.#options = options;
    this.#used = JSON.stringify(options.used);
    this.#schedule();
  }

  /** Reads the files now; resolves when any new content is in use or was refused. */
  check(): Promise<void> {
    this.#checking = this.#checking.then(() => this.#check());
    return this.#checking;
  }

  close(): void {
    this.#isClosed = true;
    this.#stopTimer();
  }

  #schedule(): void {
    if (this.#isClosed) {
      return;
    }
    this.#stopTimer = this.#options.clock.after(CHECK_EVERY_MS, () => {
      void this.check().then(() => this.#schedule());
    });
  }

  async #check(): Promise<void> {
    const { read, apply, onRenewed } = this.#options;
    try {
      const content = await read();
      const text = JSON.stringify(content);
      if (text === this.#used || this.#isClosed) {
        return;
      }
      apply(content);
      this.#used = text;
      this.#refusal = null;
      onRenewed();
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** Reports each refusal only once, although a check refuses the files again every minute. */
  #refuse(error: unknown): void {
    const reason = String(error);
    if (reason !== this.#refusal) {
      this.#refusal = reason;
      this.#options.onRefused(error);
    }
  }
}
