import { ByteBudget } from "./byte-budget.ts";
import { PacketRow, type SharedEncodingOptions } from "./packet-row.ts";

/**
 * The maximum number of encodings of one sound. A leg that needs a further encoding encodes the
 * sound itself.
 */
const MAX_ROWS = 8;
/** The budget of an endless sound: one packet of each encoding. */
const LIVE_BYTES = 64_000;

/** The packets of one sound, by encoding. */
export class PacketRows {
  readonly #budget: ByteBudget;
  readonly #rows = new Map<string, PacketRow>();

  constructor(budget = new ByteBudget(LIVE_BYTES)) {
    this.#budget = budget;
  }

  /** Returns `null` if the sound already has the maximum number of encodings. */
  find(encodingOptions: SharedEncodingOptions): PacketRow | null {
    const known = this.#rows.get(encodingOptions.key);
    if (known !== undefined) {
      return known;
    }
    if (this.#rows.size >= MAX_ROWS) {
      return null;
    }
    const row = new PacketRow(encodingOptions, this.#budget);
    this.#rows.set(encodingOptions.key, row);
    return row;
  }

  /** Frees the packets. From now on each leg that plays the sound encodes it itself. */
  clear(): void {
    for (const row of this.#rows.values()) {
      row.close();
    }
    this.#rows.clear();
  }
}
