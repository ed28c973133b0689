import type { Clock } from "@linedesk/base";

/** No token lives longer, so an older withdrawal has nothing left to say. */
const LONGEST_TOKEN_MS = 24 * 60 * 60 * 1000;
const MAX_IDENTITIES = 10_000;

/** Since when which identity's tokens are worth nothing; forgotten when none can be left. */
export class TokenWithdrawals {
  readonly #clock: Clock;
  readonly #seconds = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Every token of the identity that was issued until now. */
  add(identity: string): void {
    const now = this.#clock.now();
    this.#seconds.delete(identity);
    this.#seconds.set(identity, Math.floor(now / 1000));
    for (const [oldest, second] of this.#seconds) {
      const isOver = now - second * 1000 > LONGEST_TOKEN_MS;
      if (!isOver && this.#seconds.size <= MAX_IDENTITIES) {
        return;
      }
      this.#seconds.delete(oldest);
    }
  }

  /** A token counts its time in whole seconds: one of the same second may be from before. */
  has(identity: string, issuedAtS: number | null): boolean {
    const second = this.#seconds.get(identity);
    return second !== undefined && (issuedAtS === null || issuedAtS <= second);
  }
}
