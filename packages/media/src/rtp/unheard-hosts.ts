import { findNetwork } from "@linedesk/base";

/** One second of packets of 20 ms. */
const MAX_PACKETS = 50;
const QUIET_MS = 60_000;
const MAX_HOSTS = 10_000;

interface Sent {
  packets: number;
  lastMs: number;
}

/**
 * Limits how many packets all calls together send to a host from which no packet has come. Anybody
 * can name a host in an INVITE, and the packets must not become a flood there.
 */
export class UnheardHosts {
  readonly #nowMs: () => number;
  readonly #hosts = new Map<string, Sent>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Returns false after one second of sound, until no packet has been sent for a minute. */
  take(address: string): boolean {
    const host = findNetwork(address);
    const nowMs = this.#nowMs();
    const known = this.#hosts.get(host);
    const isRecent = known !== undefined && nowMs - known.lastMs < QUIET_MS;
    const sent = isRecent ? known : { packets: 0, lastMs: nowMs };
    if (sent.packets >= MAX_PACKETS) {
      return false;
    }
    sent.packets += 1;
    sent.lastMs = nowMs;
    this.#hosts.delete(host);
    this.#hosts.set(host, sent);
    this.#forgetOldest();
    return true;
  }

  #forgetOldest(): void {
    const [oldest] = this.#hosts.keys();
    if (this.#hosts.size > MAX_HOSTS && oldest !== undefined) {
      this.#hosts.delete(oldest);
    }
  }
}
