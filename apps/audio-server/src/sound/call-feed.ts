import type { Clock } from "@linedesk/base";
import { BLOCK_FRAMES, BLOCK_MS, toInt16 } from "./block.ts";
import { Metronome } from "./metronome.ts";

/** A device that is later than this counts as silent. */
const SILENT_AFTER_MS = 100;

/**
 * Feeds a call at the pace of the recording device, in the same way as a browser's microphone; the
 * far end's receiver follows the device's clock. While the device provides no sound, the call gets
 * silence at the pace of the machine's clock.
 */
export class CallFeed {
  readonly #clock: Clock;
  readonly #drain: () => void;
  readonly #metronome: Metronome;
  #take: (samples: Int16Array) => void = () => undefined;
  #waitedMs = 0;
  #beatMs: number;
  #isSilent = true;
  #gaps = 0;

  /**
   * `drain` pushes the sound that waits in the device, for example after a stall of this process.
   */
  constructor(clock: Clock, drain: () => void) {
    this.#clock = clock;
    this.#drain = drain;
    this.#beatMs = clock.elapsedMs();
    this.#metronome = new Metronome(clock, () => this.#tick());
  }

  get gaps(): number {
    return this.#gaps;
  }

  follow(take: (samples: Int16Array) => void): void {
    this.#take = take;
  }

  push(block: Float32Array): void {
    this.#waitedMs = 0;
    this.#isSilent = false;
    this.#deliver(block);
  }

  close(): void {
    this.#metronome.close();
  }

  #tick(): void {
    // Time lost in a stall of this process does not count as the device's silence.
    const nowMs = this.#clock.elapsedMs();
    this.#waitedMs += Math.min(BLOCK_MS, nowMs - this.#beatMs);
    this.#beatMs = nowMs;
    this.#drain();
    if (this.#isSilent) {
      this.#deliver(new Float32Array(BLOCK_FRAMES));
    } else if (this.#waitedMs > SILENT_AFTER_MS) {
      this.#isSilent = true;
      this.#gaps += 1;
      for (let ms = 0; ms < this.#waitedMs; ms += BLOCK_MS) {
        this.#deliver(new Float32Array(BLOCK_FRAMES));
      }
    }
  }

  #deliver(block: Float32Array): void {
    this.#take(toInt16(block, new Int16Array(BLOCK_FRAMES)));
  }
}
