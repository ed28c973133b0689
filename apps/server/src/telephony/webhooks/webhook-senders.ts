import { type Clock, findNetwork, TokenBuckets } from "@linedesk/base";
import { isLoopback } from "../../config/is-loopback.ts";

/** The rate for an address that has sent no valid signature yet. */
const UNPROVEN = { perSecond: 1, burst: 60 };
/** This limit is enough for a service, which sends from a few dozen addresses. */
const MAX_PROVEN = 1_000;
const PROVEN_MS = 24 * 3_600_000;

/**
 * Limits the requests of addresses that have not sent a valid signature. Many forged requests
 * therefore cannot block those of the real service. This machine, where the exchange runs, is never
 * limited.
 */
export class WebhookSenders {
  readonly #clock: Pick<Clock, "elapsedMs">;
  readonly #unproven: TokenBuckets;
  /** The time of each address's last valid signature, oldest first. */
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
