import { type Clock, findNetwork, TokenBuckets } from "@linedesk/base";
import { isLoopback } from "../../config/is-loopback.ts";

/** Of one address whose signature was not right yet. */
const UNPROVEN = { perSecond: 1, burst: 60 };
/** A service calls from some dozens of addresses. */
const MAX_PROVEN = 1_000;
const PROVEN_MS = 24 * 3_600_000;

/**
 * Bounds what comes without a right signature. Whoever has sent one with it is never
 * limited, and neither is this machine, on which the exchange is: forgers beside them must not be
 * able to turn the true service away.
 */
export class WebhookSenders {
  readonly #clock: Pick<Clock, "elapsedMs">;
  readonly #unproven: TokenBuckets;
  /** When each address last proved itself, the longest ago first. */
  readonly #proven = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#unproven = new TokenBuckets(clock, UNPROVEN);
  }

  mayPost(address: string): boolean {
    const network = findNetwork(address);
    return isLoopback(network) || this.#isProven(network) || this.#unproven.take(network);
  }

  noteSigned(address: string): void {
    const network = findNetwork(address);
    this.#proven.delete(network);
    this.#proven.set(network, this.#clock.elapsedMs());
    const [oldest] = this.#proven.keys();
    if (this.#proven.size > MAX_PROVEN && oldest !== undefined) {
      this.#proven.delete(oldest);
    }
  }

  #isProven(network: string): boolean {
    const atMs = this.#proven.get(network);
    return atMs !== undefined && this.#clock.elapsedMs() - atMs < PROVEN_MS;
  }
}
