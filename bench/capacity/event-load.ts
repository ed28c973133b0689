import type { CapacitySite } from "./capacity-site.ts";

/** In this many events, one is an arrival, one is the end of a call, and the others are changes. */
const OF = 10;
const ARRIVE_MS = 5_000;

export interface EventDelays {
  sent: number;
  /** Requests that were not answered with 200. */
  failed: number;
  /** The times from the request of each event to its arrival at the last console. */
  lastMs: number[];
  /** The times from each request to its answer. */
  answerMs: number[];
}

interface Pending {
  startedMs: number;
  missing: number;
}

/** Causes events at a steady rate, by consoles and callers, and times them at all consoles. */
export class EventLoad {
  readonly #site: CapacitySite;
  readonly #pending = new Map<string, Pending>();
  readonly #hasCallers: boolean;
  #count = 0;
  #delays: EventDelays = { sent: 0, failed: 0, lastMs: [], answerMs: [] };

  /** Without `hasCallers` all events are changes by consoles. */
  constructor(site: CapacitySite, { hasCallers }: { hasCallers: boolean }) {
    this.#site = site;
    this.#hasCallers = hasCallers;
    for (const console of site.consoles) {
      console.onEvent = (key) => this.#arrived(key);
    }
  }

  async run({ perSecond, seconds }: { perSecond: number; seconds: number }): Promise<EventDelays> {
    this.#delays = { sent: 0, failed: 0, lastMs: [], answerMs: [] };
    const startedMs = performance.now();
    const working: Promise<void>[] = [];
    for (let count = 0; count < perSecond * seconds; count += 1) {
      working.push(this.#cause());
      const aheadMs = startedMs + ((count + 1) * 1_000) / perSecond - performance.now();
      if (aheadMs > 1) {
        await pause(aheadMs);
      }
    }
    await Promise.all(working);
    for (const endMs = performance.now() + ARRIVE_MS; performance.now() < endMs;) {
      if (this.#pending.size === 0) {
        break;
      }
      await pause(20);
    }
    this.#pending.clear();
    return this.#delays;
  }

  async #cause(): Promise<void> {
    this.#count += 1;
    const kind = this.#hasCallers ? this.#count % OF : 2;
    const { callers } = this.#site;
    if (kind === 0) {
      const number = callers.nextNumber();
      return this.#time(`arrived ${number}`, () => callers.ring(number));
    }
    const oldest = kind === 1 ? callers.waiting.shift() : undefined;
    if (oldest !== undefined) {
      return this.#time(`ended ${oldest.number}`, () => callers.hangUp(oldest));
    }
    return this.#press(`event ${this.#count}`);
  }

  #press(description: string): Promise<void> {
    const { callers, clients } = this.#site;
    const http = clients[this.#count % clients.length];
    // The oldest callers hang up, so the change is for one of the others.
    const at = 100 + Math.floor(Math.random() * (callers.waiting.length - 100));
    const json = { call: callers.waiting[at]?.call, description };
    return this.#time(description, async () => {
      const status = await http?.status("/twilio/calls/description", { json });
      if (status !== 200) {
        throw new Error(String(status));
      }
    });
  }

  async #time(key: string, act: () => Promise<unknown>): Promise<void> {
    const startedMs = performance.now();
    this.#delays.sent += 1;
    this.#pending.set(key, { startedMs, missing: this.#site.consoles.length });
    try {
      await act();
      this.#delays.answerMs.push(performance.now() - startedMs);
    } catch {
      this.#delays.failed += 1;
      this.#pending.delete(key);
    }
  }

  #arrived(key: string): void {
    const pending = this.#pending.get(key);
    if (pending === undefined) {
      return;
    }
    pending.missing -= 1;
    if (pending.missing === 0) {
      this.#delays.lastMs.push(performance.now() - pending.startedMs);
      this.#pending.delete(key);
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
