import { WebhookError } from "./webhook-error.ts";

const SENDING_AT_ONCE = 8;
const WAITING_IN_LINE = 5_000;
const WAITING_IN_ALL = 20_000;

/**
 * Callbacks to one host: so many are asked at once, the others get their turn in order. That it is
 * away is noted for those who wait.
 */
export class CallbackLine {
  readonly name: string;
  /** On their way, or waiting. */
  size = 0;
  #sending = 0;
  readonly #waiting: (() => void)[] = [];
  /** When it was last found to be away, and how; null once it has answered. */
  #away: { atMs: number; error: WebhookError } | null = null;

  constructor(name: string) {
    this.name = name;
  }

  takeTurn(): Promise<void> {
    this.#sending += 1;
    if (this.#sending <= SENDING_AT_ONCE) {
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  giveTurn(): void {
    this.#sending -= 1;
    this.#waiting.shift()?.();
  }

  /** What came of an attempt; null for an answer. */
  note(error: WebhookError | null, atMs: number): void {
    this.#away = error?.isAway === true ? { atMs, error } : null;
  }

  /** How it was found to be away, where that was at this time or later. */
  awayAt(atMs: number): WebhookError | null {
    return this.#away !== null && this.#away.atMs >= atMs ? this.#away.error : null;
  }
}

/** The lines of all hosts; only so many wait in each of them, and in all. */
export class CallbackLines {
  readonly #lines = new Map<string, CallbackLine>();
  #size = 0;

  /** Null where too many wait already; whoever has come in leaves again. */
  enter(name: string): CallbackLine | null {
    const line = this.#lines.get(name) ?? new CallbackLine(name);
    if (line.size >= WAITING_IN_LINE || this.#size >= WAITING_IN_ALL) {
      return null;
    }
    this.#lines.set(name, line);
    line.size += 1;
    this.#size += 1;
    return line;
  }

  leave(line: CallbackLine): void {
    line.size -= 1;
    this.#size -= 1;
    if (line.size === 0) {
      this.#lines.delete(line.name);
    }
  }
}

export function tooManyWait(url: string): WebhookError {
  const message = `too many callbacks wait already, ${WAITING_IN_LINE} for a host and ${WAITING_IN_ALL} in all`;
  return new WebhookError(11200, message, { url });
}
