import type { SoundTicks } from "./sound-ticks.ts";

/** The codecs whose samples stand each for itself: an encoding of theirs can begin anywhere. */
export type LawCodec = "PCMU" | "PCMA";

/** What can give its sound of this tick already encoded. */
export interface EncodedSource {
  readonly block: Int16Array;
  /** Writes it into `out` at `to`; answers how many bytes, 0 where it has none. */
  copyEncoded(codec: LawCodec, out: Uint8Array, to: number): number;
  /**
   * For codecs with a memory: the sound that others hear too; null where it is heard here alone.
   */
  readonly ticks: SoundTicks | null;
  /** Which of these ticks is now. */
  readonly tick: number;
}
