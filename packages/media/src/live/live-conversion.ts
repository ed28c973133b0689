import { RecentTicks } from "../encoding/recent-ticks.ts";
import { TickConversion } from "../encoding/tick-conversion.ts";
import { LIVE_RATE } from "./live-ring.ts";

/**
 * Converts an endless sound to one rate, once per tick, and only in ticks in which a leg needs it.
 */
export class LiveConversion {
  /** The converted ticks, for the legs that share packets. */
  readonly ticks: RecentTicks;
  readonly #conversion: TickConversion;
  #block: Int16Array;
  #tick = -1;

  constructor(toHz: number) {
    this.ticks = new RecentTicks(toHz);
    this.#conversion = new TickConversion(LIVE_RATE, toHz);
    this.#block = this.ticks.read(0);
  }

  blockOf(samples: Int16Array, tick: number): Int16Array {
    if (tick === this.#tick) {
      return this.#block;
    }
    // After a pause, the samples in the filter's memory do not come directly before this block.
    if (tick !== this.#tick + 1) {
      this.#conversion.reset();
    }
    this.#tick = tick;
    this.#block = this.#conversion.convert(samples);
    this.ticks.store(tick, this.#block);
    return this.#block;
  }
}
