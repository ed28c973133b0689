import type { Clock } from "@linedesk/base";

export interface DiallingCaps {
  callsPerMinute: number | null;
  concurrentCalls: number | null;
  /** Minutes of outbound calls, rounded up, from midnight to midnight UTC. */
  minutesPerDay: number | null;
}

export const noCaps: DiallingCaps = {
  callsPerMinute: null,
  concurrentCalls: null,
  minutesPerDay: null,
};

export interface CountedCall {
  answered: () => void;
  ended: () => void;
}

/** The stored minutes of one day. */
export interface DailyMinutes {
  /** Days since 1970, UTC. */
  day: number;
  minutes: number;
}

/** Keeps the count across a restart, because a crash of the exchange must not reset it. */
export interface MinutesStore {
  read: () => DailyMinutes | null;
  save: (used: DailyMinutes) => void;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Counts the outbound calls against their limits, so that a stolen password causes little cost. */
export class CallCounter {
  readonly #clock: Clock;
  readonly #caps: DiallingCaps;
  /**
   * The start times of calls in the last minute, on the monotonic clock. There are at most as many
   * as the limit.
   */
  #begun: number[] = [];
  #living = 0;
  /** The time on the monotonic clock at which each live call was answered. */
  readonly #answered = new Map<CountedCall, number>();
  #day = 0;
  #minutes = 0;
  readonly #used: MinutesStore | null;
  #isNoting = false;

  constructor(clock: Clock, caps: DiallingCaps, used: MinutesStore | null = null) {
    this.#clock = clock;
    this.#caps = caps;
    this.#used = used;
    const stored = used?.read() ?? null;
    if (stored !== null) {
      ({ day: this.#day, minutes: this.#minutes } = stored);
    }
  }

  /** Accepts a call and counts it, or returns a sentence with the reason of the refusal. */
  begin(): CountedCall | string {
    const refusal = this.#refusal();
    if (refusal !== null) {
      return refusal;
    }
    if (this.#caps.callsPerMinute !== null) {
      this.#begun.push(this.#clock.elapsedMs());
    }
    return this.resume();
  }

  /** Counts a call that is already dialled, such as one from before the exchange restarted. */
  resume(): CountedCall {
    this.#living += 1;
    return this.#makeCall();
  }

  #refusal(): string | null {
    const { callsPerMinute, concurrentCalls, minutesPerDay } = this.#caps;
    const nowMs = this.#clock.elapsedMs();
    this.#begun = this.#begun.filter((atMs) => nowMs - atMs < MINUTE_MS);
    if (callsPerMinute !== null && this.#begun.length >= callsPerMinute) {
      return "too many calls were dialled in the last minute";
    }
    if (concurrentCalls !== null && this.#living >= concurrentCalls) {
      return "there are too many concurrent dialled calls";
    }
    if (minutesPerDay !== null && this.#minutesToday() >= minutesPerDay) {
      return "the minutes of this day are used up";
    }
    return null;
  }

  #minutesToday(): number {
    this.#turnDay();
    let living = 0;
    for (const sinceMs of this.#answered.values()) {
      living += this.#minutesSince(sinceMs);
    }
    return this.#minutes + living;
  }

  /** Returns the minutes of a call that belong to today, rounded up, at least 1. */
  #minutesSince(sinceMs: number): number {
    const lastedMs = this.#clock.elapsedMs() - sinceMs;
    const todayMs = this.#clock.now() - this.#day * DAY_MS;
    return Math.max(1, Math.ceil(Math.min(lastedMs, todayMs) / MINUTE_MS));
  }

  #turnDay(): void {
    const day = Math.floor(this.#clock.now() / DAY_MS);
    // If someone sets the clock back, the earlier day is not a new day.
    if (day > this.#day) {
      this.#minutes = 0;
    }
    this.#day = day;
  }

  #makeCall(): CountedCall {
    let isLiving = true;
    const call: CountedCall = {
      answered: () => {
        if (!isLiving || this.#answered.has(call)) {
          return;
        }
        this.#answered.set(call, this.#clock.elapsedMs());
        this.#note();
      },
      ended: () => {
        if (!isLiving) {
          return;
        }
        isLiving = false;
        this.#living -= 1;
        this.#countMinutes(call);
      },
    };
    return call;
  }

  #countMinutes(call: CountedCall): void {
    const sinceMs = this.#answered.get(call);
    if (sinceMs === undefined) {
      return;
    }
    this.#turnDay();
    this.#answered.delete(call);
    this.#minutes += this.#minutesSince(sinceMs);
    this.#save();
  }

  /** Stores the count every minute during calls, so that a crash loses at most one minute. */
  #note(): void {
    if (this.#used === null || this.#isNoting) {
      return;
    }
    this.#isNoting = true;
    this.#clock.after(MINUTE_MS, () => {
      this.#isNoting = false;
      if (this.#answered.size === 0) {
        return;
      }
      this.#save();
      this.#note();
    });
  }

  #save(): void {
    this.#used?.save({ minutes: this.#minutesToday(), day: this.#day });
  }
}
