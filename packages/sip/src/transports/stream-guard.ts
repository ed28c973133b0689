import type { Socket } from "node:net";

import { type BucketRate, type Clock, TokenBuckets } from "@linedesk/base";

/** Which addresses may connect, and what is called for one that asks too much. */
export interface StreamAccess {
  /** False for an address that is banned for a while. */
  mayConnect: (address: string) => boolean;
  /** An address goes beyond the limits. */
  onAbuse: (address: string) => void;
}

export interface StreamGuardDeps {
  clock: Clock;
  limits: {
    maxPerAddress: number;
    /** New connections of one address. */
    connects: BucketRate;
    /** Bytes of one address, by all its connections. */
    bytes: BucketRate;
  };
  access: StreamAccess;
}

/** Bounds what one address may ask of a listener, from the first packet of a connection on. */
export class StreamGuard {
  readonly #deps: StreamGuardDeps;
  readonly #connects: TokenBuckets;
  readonly #bytes: TokenBuckets;
  readonly #open = new Map<string, number>();

  constructor(deps: StreamGuardDeps) {
    this.#deps = deps;
    this.#connects = new TokenBuckets(deps.clock, deps.limits.connects);
    this.#bytes = new TokenBuckets(deps.clock, deps.limits.bytes);
  }

  /** Counts a connection until it closes; false refuses it. */
  admits(socket: Socket): boolean {
    const { remoteAddress: address } = socket;
    if (address === undefined || !this.#deps.access.mayConnect(address)) {
      return false;
    }
    if (!this.#connects.take(address)) {
      this.#deps.access.onAbuse(address);
      return false;
    }
    const open = this.#open.get(address) ?? 0;
    if (open >= this.#deps.limits.maxPerAddress) {
      return false;
    }
    this.#open.set(address, open + 1);
    socket.once("close", () => this.#release(address));
    return true;
  }

  /** Whether so many bytes more of that address are still within its bounds. */
  takesBytes(address: string, count: number): boolean {
    if (this.#bytes.take(address, count)) {
      return true;
    }
    this.#deps.access.onAbuse(address);
    return false;
  }

  #release(address: string): void {
    const left = (this.#open.get(address) ?? 1) - 1;
    if (left > 0) {
      this.#open.set(address, left);
    } else {
      this.#open.delete(address);
    }
  }
}
