import type { IncomingMessage } from "node:http";

/** Counts the sockets of each address while their connections last. */
export class AddressShares {
  readonly #limit: number;
  readonly #taken = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  isUsedUp(address: string): boolean {
    return (this.#taken.get(address) ?? 0) >= this.#limit;
  }

  take(address: string): void {
    this.#taken.set(address, (this.#taken.get(address) ?? 0) + 1);
  }

  release(address: string): void {
    const left = (this.#taken.get(address) ?? 0) - 1;
    if (left > 0) {
      this.#taken.set(address, left);
    } else {
      this.#taken.delete(address);
    }
  }
}

/** Returns the remote address; `null` for this machine, whose programs have no quota. */
export function remoteAddress({ socket }: IncomingMessage): string | null {
  const address = (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  return address === "::1" || address.startsWith("127.") ? null : address;
}
