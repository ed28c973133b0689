import type { Clock } from "@linedesk/base";
import { type BoardCheck } from "@linedesk/contract";
import { found } from "./check-part.ts";

const COUNTS_MS = 10 * 60_000;
const SKIPPED = /^linedesk_exchange_mixer_skipped_ticks_total (\d+)/m;

/** Whether callers have heard gaps of the exchange's own making in the last ten minutes. */
export class MixerWatch {
  readonly #clock: Pick<Clock, "elapsedMs">;
  #counts: { atMs: number; skipped: number }[] = [];

  constructor(clock: Pick<Clock, "elapsedMs">) {
    this.#clock = clock;
  }

  check(metrics: string | null): BoardCheck[] {
    const skipped = SKIPPED.exec(metrics ?? "")?.[1];
    if (skipped === undefined) {
      return [];
    }
    const lost = this.#count(Number(skipped));
    return [found("mixer", null, lost === 0 ? ["go", "on_time"] : ["look", "gaps", lost])];
  }

  #count(skipped: number): number {
    const atMs = this.#clock.elapsedMs();
    // An exchange that was started anew counts from nothing.
    const goesOn = (this.#counts.at(-1)?.skipped ?? 0) <= skipped;
    const recent = goesOn ? this.#counts.filter((one) => atMs - one.atMs < COUNTS_MS) : [];
    this.#counts = [...recent, { atMs, skipped }];
    return skipped - (this.#counts[0]?.skipped ?? skipped);
  }
}
