import { samplesPerTick } from "../codecs/codec-facts.ts";
import type { PacketRows } from "./packet-rows.ts";
import type { SoundTicks } from "./sound-ticks.ts";

/** A finite sound in ticks. Its last part counts only if it is a whole tick. */
export class RoundTicks implements SoundTicks {
  readonly sampleRate: number;
  readonly loopTicks: number;
  readonly rows: PacketRows;
  readonly #samples: Int16Array;
  readonly #perTick: number;

  constructor(samples: Int16Array, sampleRate: number, rows: PacketRows) {
    this.sampleRate = sampleRate;
    this.rows = rows;
    this.#samples = samples;
    this.#perTick = samplesPerTick(sampleRate);
    this.loopTicks = Math.floor(samples.length / this.#perTick);
  }

  read(tick: number): Int16Array {
    return this.#samples.subarray(tick * this.#perTick, (tick + 1) * this.#perTick);
  }
}
