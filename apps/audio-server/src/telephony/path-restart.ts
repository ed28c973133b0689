import { networkInterfaces } from "node:os";

import type { Clock } from "@linedesk/base";

const LONGEST_WAIT_MS = 30_000;
const CHECK_EVERY_MS = 100;
const RETURN_MS = 3_000;

interface PathRestartDeps {
  clock: Clock;
  listAddresses: () => string[];
  isConnected: () => boolean;
}

/** Returns the addresses of this machine, without those of a network card without a cable. */
export function listAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all
    .filter(({ internal, address }) => !internal && !address.startsWith("fe80:"))
    .map(({ address }) => address);
}

/**
 * Decides when a call gets a new path. The SDK requests one as soon as the old path is silent.
 * While the cable is unplugged, a new path would contain no address of this machine. Once both
 * sides had agreed on it, it would not work even with the cable plugged in again.
 */
export class PathRestart {
  readonly #deps: PathRestartDeps;
  readonly #addresses: readonly string[];
  #turn = 0;

  constructor(deps: PathRestartDeps) {
    this.#deps = deps;
    this.#addresses = deps.listAddresses();
  }

  /**
   * Resolves when the network is back, or after half a minute without it. The result is true if a
   * new path is needed. It is false if the old path works again, or if a later call of this method
   * has replaced this one.
   */
  async isWanted(): Promise<boolean> {
    this.#turn += 1;
    const turn = this.#turn;
    if (this.#hasNetwork()) {
      return true;
    }
    const { isConnected } = this.#deps;
    const isBack = await this.#wait(LONGEST_WAIT_MS, () => this.#hasNetwork());
    const goesOn = isBack && (await this.#wait(RETURN_MS, isConnected));
    return !goesOn && turn === this.#turn;
  }

  #hasNetwork(): boolean {
    const now = this.#deps.listAddresses();
    return (
      this.#addresses.every((address) => now.includes(address)) ||
      now.some((address) => !this.#addresses.includes(address))
    );
  }

  async #wait(longestMs: number, is: () => boolean): Promise<boolean> {
    const { clock } = this.#deps;
    const endMs = clock.elapsedMs() + longestMs;
    while (!is() && clock.elapsedMs() < endMs) {
      await new Promise<void>((resolve) => void clock.after(CHECK_EVERY_MS, resolve));
    }
    return is();
  }
}
