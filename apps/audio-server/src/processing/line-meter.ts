import { LevelMeter } from "@linedesk/audio";
import { BLOCK_FRAMES, toInt16 } from "../sound/block.ts";

const BLOCKS_PER_READING = 20;

/** Measures one direction of a line. The levels change five times a second. */
export class LineMeter {
  readonly #meter = new LevelMeter(BLOCKS_PER_READING);
  readonly #samples = new Int16Array(BLOCK_FRAMES);

  get peakDbfs(): number {
    return this.#meter.peakDbfs;
  }

  get rmsDbfs(): number {
    return this.#meter.rmsDbfs;
  }

  add(block: Float32Array): void {
    this.#meter.add(toInt16(block, this.#samples), block.length);
  }
}
