import type { LawCodec } from "../encoding/encoded-source.ts";
import type { SoundTicks } from "../encoding/sound-ticks.ts";

/** Who hears an endless sound, and is told when it has passed. */
export interface LiveListener {
  handlePassed(): void;
  handleFailed(message: string): void;
}

/** An endless sound as a playback hears it: the same tick for all. */
export interface LiveSource {
  readonly tick: number;
  join(listener: LiveListener): void;
  leave(listener: LiveListener): void;
  /** The samples of this tick, at a rate of the listener's choice. */
  blockAt(sampleRate: number): Int16Array;
  ticksAt(sampleRate: number): SoundTicks;
  copyEncoded(codec: LawCodec, out: Uint8Array, to: number): number;
}
