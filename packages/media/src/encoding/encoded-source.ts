import type { SoundTicks } from "./sound-ticks.ts";

/** The stateless codecs: an encoding can begin at any sample. */
export type LawCodec = "PCMU" | "PCMA";

/** A source that can return its sound of this tick already encoded. */
export interface EncodedSource {
  readonly block: Int16Array;
  /**
   * Writes the encoded sound into `out` at `to`. Returns the number of bytes, or 0 if the source
   * cannot encode its sound.
   */
  copyEncoded(codec: LawCodec, out: Uint8Array, to: number): number;
  /** For codecs with state: the sound that other legs play too, or `null` for an unshared sound. */
  readonly ticks: SoundTicks | null;
  /** The position of the current tick in `ticks`. */
  readonly tick: number;
}
