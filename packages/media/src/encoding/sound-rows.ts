import { ByteBudget } from "./byte-budget.ts";
import { numberSound } from "./encoded-sound.ts";
import { PacketRows } from "./packet-rows.ts";

/** Two hours of different music at 32 kbit/s. */
const MAX_BYTES = 32_000_000;
const MAX_SOUNDS = 64;
/** If less than this is left, the sounds that began longest ago lose their packets. */
const MIN_BYTES = 4_000_000;

/** The packets of all finite sounds, kept between listeners. */
export class SoundRows {
  readonly #budget = new ByteBudget(MAX_BYTES);
  /** The entries are in the order in which their sounds began. */
  readonly #bySound = new Map<number, PacketRows>();
  #lastNumber = 0;

  /** Returns `null` for samples that cannot be shared, such as tones that the mixer makes. */
  forSamples(samples: Int16Array): PacketRows | null {
    const number = numberSound(samples, this.#lastNumber + 1);
    if (number === null) {
      return null;
    }
    this.#lastNumber = Math.max(this.#lastNumber, number);
    const rows = this.#bySound.get(number) ?? new PacketRows(this.#budget);
    this.#bySound.delete(number);
    this.#bySound.set(number, rows);
    this.#makeRoom();
    return rows;
  }

  close(): void {
    for (const rows of this.#bySound.values()) {
      rows.clear();
    }
    this.#bySound.clear();
  }

  #makeRoom(): void {
    for (const [number, rows] of this.#bySound) {
      const isFull = this.#bySound.size > MAX_SOUNDS || this.#budget.left < MIN_BYTES;
      if (!isFull || this.#bySound.size === 1) {
        return;
      }
      rows.clear();
      this.#bySound.delete(number);
    }
  }
}
