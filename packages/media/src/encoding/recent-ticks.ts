import { samplesPerTick } from "../codecs/codec-facts.ts";
import { SETTLED_TICKS } from "./catch-up.ts";
import { PacketRows } from "./packet-rows.ts";
import type { SoundTicks } from "./sound-ticks.ts";

/** The number of stored ticks: the current one, and those that an encoder needs to catch up. */
const STORED_TICKS = SETTLED_TICKS + 1;
const nothing = new Int16Array(0);

/** The last few ticks of an endless sound. */
export class RecentTicks implements SoundTicks {
  readonly sampleRate: number;
  readonly loopTicks = null;
  readonly rows = new PacketRows();
  readonly #blocks: readonly Int16Array[];
  readonly #ticks = Int32Array.from({ length: STORED_TICKS }, () => -1);

  constructor(sampleRate: number) {
    this.sampleRate = sampleRate;
    const samples = samplesPerTick(sampleRate);
    this.#blocks = Array.from({ length: STORED_TICKS }, () => new Int16Array(samples));
  }

  /** Stores the block of a tick; later blocks of the same tick are ignored. */
  store(tick: number, block: Int16Array): void {
    const slot = tick % STORED_TICKS;
    if (this.#ticks[slot] === tick) {
      return;
    }
    this.#ticks[slot] = tick;
    this.#blocks[slot]?.set(block);
  }

  /**
   * If a tick is no longer stored, returns the block of another tick. An encoder that catches up
   * with this other block has an inexact state.
   */
  read(tick: number): Int16Array {
    return this.#blocks[Math.max(0, tick) % STORED_TICKS] ?? nothing;
  }
}
