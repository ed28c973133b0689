import { ByteBudget } from "./byte-budget.ts";
import { PacketRow, type SharedEncodingOptions } from "./packet-row.ts";

/**
 * Codecs, bitrates and losses that one sound is encoded for; who wants another encodes alone.
 */
const MAX_ROWS = 8;
/** Of what goes on for ever: one packet of each. */
const LIVE_BYTES = 64_000;

/** The packets of one sound, by how they are wanted. */
export class PacketRows {
  readonly #budget: ByteBudget;
  readonly #rows = new Map<string, PacketRow>();

  constructor(budget = new ByteBudget(LIVE_BYTES)) {
    this.#budget = budget;
  }

  /** Null where it is wanted in too many ways already. */
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

  /** Gives back what it holds; whoever hears the sound encodes it alone from now on. */
  clear(): void {
    for (const row of this.#rows.values()) {
      row.close();
    }
    this.#rows.clear();
  }
}
