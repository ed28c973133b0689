import type { Clock } from "@linedesk/base";
import type { HubLimits } from "../protocol/limits.ts";

export interface CachedEvent {
  frame: Buffer;
  data: string;
  expiresAt: number;
}

/**
 * Keeps the last event of each cache channel for `cacheTtlMs`, by default 30 minutes. A full cache
 * removes the event that was stored first.
 */
export class EventCache {
  readonly #limits: HubLimits;
  readonly #clock: Clock;
  readonly #events = new Map<string, CachedEvent>();

  constructor(limits: HubLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  put(channel: string, frame: Buffer, data: string): void {
    this.#events.delete(channel);
    this.#events.set(channel, {
      frame,
      data,
      expiresAt: this.#clock.now() + this.#limits.cacheTtlMs,
    });
    if (this.#events.size <= this.#limits.cachedChannels) {
      return;
    }
    const oldest = this.#events.keys().next();
    if (!oldest.done) {
      this.#events.delete(oldest.value);
    }
  }

  get(channel: string): CachedEvent | null {
    const event = this.#events.get(channel);
    if (event === undefined) {
      return null;
    }
    if (event.expiresAt > this.#clock.now()) {
      return event;
    }
    this.#events.delete(channel);
    return null;
  }
}
