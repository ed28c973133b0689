import { type Clock, TokenBuckets } from "@linedesk/base";

/** The time in which an address may open as many sockets as it may have concurrently. */
const TURNOVER_S = 20;

export class ConnectionQuota {
  readonly #limit: number;
  readonly #open = new Map<string, number>();
  readonly #opening: TokenBuckets;

  constructor(limit: number, clock: Clock) {
    this.#limit = limit;
    this.#opening = new TokenBuckets(clock, { burst: limit, perSecond: limit / TURNOVER_S });
  }

  /**
   * Returns false when the address has used its quota. Otherwise the calling code must call
   * `release` when the socket closes.
   */
  take(address: string): boolean {
    const open = this.#open.get(address) ?? 0;
    if (open >= this.#limit || !this.#opening.take(address)) {
      return false;
    }
    this.#open.set(address, open + 1);
    return true;
  }

  release(address: string): void {
    const open = this.#open.get(address) ?? 0;
    if (open > 1) {
      this.#open.set(address, open - 1);
    } else {
      this.#open.delete(address);
    }
  }
}
