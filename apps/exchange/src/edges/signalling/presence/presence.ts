import type { ClientLink } from "./client-link.ts";

export interface Device extends ClientLink {
  evict(): void;
}

export class Presence {
  readonly #devices = new Map<string, Set<Device>>();
  readonly #limit: number;

  /**
   * At most `limit` devices of one identity ring; beyond the limit a new device replaces the
   * oldest.
   */
  constructor(limit: number) {
    this.#limit = limit;
  }

  add(identity: string, device: Device): void {
    const devices = this.#devices.get(identity) ?? new Set<Device>();
    this.#devices.set(identity, devices);
    devices.add(device);
    if (devices.size <= this.#limit) {
      return;
    }
    const [oldest] = devices;
    oldest?.evict();
  }

  remove(identity: string, device: Device): void {
    const devices = this.#devices.get(identity);
    devices?.delete(device);
    if (devices?.size === 0) {
      this.#devices.delete(identity);
    }
  }

  list(identity: string): Device[] {
    return [...(this.#devices.get(identity) ?? [])];
  }
}
