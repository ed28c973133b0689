import type { Clock } from "@linedesk/base";

export interface BanRule {
  strikes: number;
  withinMs: number;
  banMs: number;
}

interface Offender {
  strikes: number;
  sinceMs: number;
  bannedUntilMs: number;
}

const MAX_OFFENDERS = 10_000;

export class Bans {
  readonly #clock: Clock;
  readonly #rule: BanRule;
  readonly #offenders = new Map<string, Offender>();

  constructor(clock: Clock, rule: BanRule) {
    this.#clock = clock;
    this.#rule = rule;
  }

  isBanned(address: string): boolean {
    return this.#clock.elapsedMs() < (this.#offenders.get(address)?.bannedUntilMs ?? 0);
  }

  countOffence(address: string): boolean {
    const nowMs = this.#clock.elapsedMs();
    const known = this.#offenders.get(address);
    const isRecent = known !== undefined && nowMs - known.sinceMs < this.#rule.withinMs;
    const offender = isRecent ? known : { strikes: 0, sinceMs: nowMs, bannedUntilMs: 0 };
    offender.strikes += 1;
    const isBanning = offender.strikes >= this.#rule.strikes && offender.bannedUntilMs <= nowMs;
    if (isBanning) {
      offender.bannedUntilMs = nowMs + this.#rule.banMs;
    }
    this.#offenders.delete(address);
    this.#offenders.set(address, offender);
    const [oldest] = this.#offenders.keys();
    if (this.#offenders.size > MAX_OFFENDERS && oldest !== undefined) {
      this.#offenders.delete(oldest);
    }
    return isBanning;
  }
}
