import { RecentTicks } from "../encoding/recent-ticks.ts";
import { TickConversion } from "../encoding/tick-conversion.ts";
import { LIVE_RATE } from "./live-ring.ts";

/** An endless sound at a rate: converted once a tick, and only where somebody asks. */
export class LiveConversion {
  /** For those who share its packets. */
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
    // Nobody listened for a while: what is left in it is not what came before this.
    if (tick !== this.#tick + 1) {
      this.#conversion.reset();
    }
    this.#tick = tick;
    this.#block = this.#conversion.convert(samples);
    this.ticks.store(tick, this.#block);
    return this.#block;
  }
}
