import { TWILIO_CODES } from "@linedesk/base";
import { WebhookError } from "./webhook-error.ts";

const SENDING_AT_ONCE = 8;
const MAX_WAITING_PER_LANE = 5_000;
const MAX_WAITING = 20_000;

/**
 * Limits the concurrent callbacks to one host; further ones wait in order. The lane stores the last
 * failure of the host, so that a waiting callback can fail without a request.
 */
export class CallbackLane {
  readonly name: string;
  size = 0;
  #sending = 0;
  readonly #waiting: (() => void)[] = [];
  /** The time and error of the last failure; `null` once the host has answered. */
  #unreachable: { atMs: number; error: WebhookError } | null = null;

  constructor(name: string) {
    this.name = name;
  }

  acquire(): Promise<void> {
    this.#sending += 1;
    if (this.#sending <= SENDING_AT_ONCE) {
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  release(): void {
    this.#sending -= 1;
    this.#waiting.shift()?.();
  }

  note(error: WebhookError | null, atMs: number): void {
    this.#unreachable = error?.isUnreachable === true ? { atMs, error } : null;
  }

  unreachableAt(atMs: number): WebhookError | null {
    return this.#unreachable !== null && this.#unreachable.atMs >= atMs
      ? this.#unreachable.error
      : null;
  }
}

/**
 * The lanes of all hosts. The number of waiting callbacks is limited for each lane and in total.
 */
export class CallbackLanes {
  readonly #lanes = new Map<string, CallbackLane>();
  #size = 0;

  /**
   * Returns `null` when too many callbacks wait. Each callback that enters a lane must leave it.
   */
  enter(name: string): CallbackLane | null {
    const lane = this.#lanes.get(name) ?? new CallbackLane(name);
    if (lane.size >= MAX_WAITING_PER_LANE || this.#size >= MAX_WAITING) {
      return null;
    }
    this.#lanes.set(name, lane);
    lane.size += 1;
    this.#size += 1;
    return lane;
  }

  leave(lane: CallbackLane): void {
    lane.size -= 1;
    this.#size -= 1;
    if (lane.size === 0) {
      this.#lanes.delete(lane.name);
    }
  }
}

export function tooManyWaitingError(url: string): WebhookError {
  const message = `too many callbacks wait: at most ${MAX_WAITING_PER_LANE} for a host and ${MAX_WAITING} in total`;
  return new WebhookError(TWILIO_CODES.HTTP_RETRIEVAL_FAILURE, message, { url });
}
