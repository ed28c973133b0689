import type { Socket } from "node:net";

import { type BucketRate, type Clock, findNetwork, TokenBuckets } from "@linedesk/base";

export interface StreamAccess {
  /** Returns false for a banned address. */
  mayConnect: (address: string) => boolean;
  /** Returns true for an address that no configured peer has. */
  isUntrusted: (address: string) => boolean;
  /** Is called when an address exceeds the limits. */
  onAbuse: (address: string) => void;
}

export interface StreamGuardDeps {
  clock: Clock;
  limits: {
    maxConnections: number;
    maxPerAddress: number;
    /** The rate of new connections of one address. */
    connects: BucketRate;
    /** The byte rate of one address, over all its connections. */
    bytes: BucketRate;
  };
  access: StreamAccess;
}

/** The share of all connections that unknown peers may use. The rest is for configured peers. */
const UNTRUSTED_SHARE = 1 / 2;

/**
 * Limits the traffic of one address (for IPv6, of one /64) at a listener, from the first packet of
 * a connection.
 */
export class StreamGuard {
  readonly #deps: StreamGuardDeps;
  readonly #connects: TokenBuckets;
  readonly #bytes: TokenBuckets;
  readonly #open = new Map<string, number>();
  #untrusted = 0;

  constructor(deps: StreamGuardDeps) {
    this.#deps = deps;
    this.#connects = new TokenBuckets(deps.clock, deps.limits.connects);
    this.#bytes = new TokenBuckets(deps.clock, deps.limits.bytes);
  }

  /** Counts a connection until it closes; returns false to refuse it. */
  admits(socket: Socket): boolean {
    const { remoteAddress: address } = socket;
    if (address === undefined || !this.#deps.access.mayConnect(address)) {
      return false;
    }
    const { access, limits } = this.#deps;
    const network = findNetwork(address);
    if (!this.#connects.take(network)) {
      access.onAbuse(address);
      return false;
    }
    const open = this.#open.get(network) ?? 0;
    const isUntrusted = access.isUntrusted(address);
    const isFull = isUntrusted && this.#untrusted >= limits.maxConnections * UNTRUSTED_SHARE;
    if (isFull || open >= limits.maxPerAddress) {
      return false;
    }
    this.#open.set(network, open + 1);
    this.#untrusted += isUntrusted ? 1 : 0;
    socket.once("close", () => {
      this.#untrusted -= isUntrusted ? 1 : 0;
      this.#release(network);
    });
    return true;
  }

  /** Returns true if the limits of the address allow that many more bytes. */
  admitsBytes(address: string, count: number): boolean {
    if (this.#bytes.take(findNetwork(address), count)) {
      return true;
    }
    this.#deps.access.onAbuse(address);
    return false;
  }

  #release(network: string): void {
    const left = (this.#open.get(network) ?? 1) - 1;
    if (left > 0) {
      this.#open.set(network, left);
    } else {
      this.#open.delete(network);
    }
  }
}
