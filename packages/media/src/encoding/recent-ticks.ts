import { samplesPerTick } from "../codecs/codec-facts.ts";
import { SETTLED_TICKS } from "./catch-up.ts";
import { PacketRows } from "./packet-rows.ts";
import type { SoundTicks } from "./sound-ticks.ts";

/** This tick and those that one needs who has missed them. */
const STORED_TICKS = SETTLED_TICKS + 1;
const nothing = new Int16Array(0);

/** What goes on for ever: the last few ticks of it. */
export class RecentTicks implements SoundTicks {
  readonly sampleRate: number;
  readonly round = null;
  readonly rows = new PacketRows();
  readonly #blocks: readonly Int16Array[];
  readonly #ticks = Int32Array.from({ length: STORED_TICKS }, () => -1);

  constructor(sampleRate: number) {
    this.sampleRate = sampleRate;
    const samples = samplesPerTick(sampleRate);
    this.#blocks = Array.from({ length: STORED_TICKS }, () => new Int16Array(samples));
  }

  /** What is heard in a tick, once for each. */
  store(tick: number, block: Int16Array): void {
    const slot = tick % STORED_TICKS;
    if (this.#ticks[slot] === tick) {
      return;
    }
    this.#ticks[slot] = tick;
    this.#blocks[slot]?.set(block);
  }

  /** Of a tick that is gone, another one: who catches up with it later is as near as one can be. */
  read(tick: number): Int16Array {
    return this.#blocks[Math.max(0, tick) % STORED_TICKS] ?? nothing;
  }
}
