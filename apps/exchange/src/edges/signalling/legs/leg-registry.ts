import type { Clock } from "@linedesk/base";
import type { ClientLink } from "../presence/client-link.ts";
import type { BrowserLeg } from "./browser-leg.ts";

/** An ended leg is kept for this time, so that a late reconnect learns about the end. */
const RETENTION_MS = 60_000;

function registryKey(sid: string, identity: string | null): string {
  return isOurSid(sid) ? sid : `${identity} ${sid}`;
}

export function isOurSid(sid: string): boolean {
  return sid.startsWith("CA");
}

export class LegRegistry {
  readonly #bySid = new Map<string, BrowserLeg>();
  readonly #clock: Clock;
  readonly #timers = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(sid: string, leg: BrowserLeg): boolean {
    const key = registryKey(sid, leg.identity);
    const holder = this.#bySid.get(key);
    if (holder !== undefined && holder !== leg && !holder.isEnded) {
      return false;
    }
    this.#bySid.set(key, leg);
    return true;
  }

  find(sid: string, identity: string | null): BrowserLeg | null {
    return this.#bySid.get(registryKey(sid, identity)) ?? null;
  }

  live(): BrowserLeg[] {
    return [...new Set(this.#bySid.values())].filter((leg) => !leg.isEnded);
  }

  listByIdentity(identity: string): BrowserLeg[] {
    return [...new Set(this.#bySid.values())].filter((leg) => leg.identity === identity);
  }

  countByLink(link: ClientLink): number {
    return this.live().filter((leg) => leg.isOn(link)).length;
  }

  isInCall(link: ClientLink): boolean {
    return this.live().some((leg) => leg.isCarriedBy(link));
  }

  scheduleRemoval(leg: BrowserLeg): void {
    const cancel = this.#clock.after(RETENTION_MS, () => {
      this.#timers.delete(cancel);
      for (const [sid, holder] of this.#bySid) {
        if (holder === leg) {
          this.#bySid.delete(sid);
        }
      }
    });
    this.#timers.add(cancel);
  }

  close(): void {
    for (const cancel of this.#timers) {
      cancel();
    }
    this.#timers.clear();
  }
}
