import type { LawCodec } from "../encoding/encoded-source.ts";
import type { SoundTicks } from "../encoding/sound-ticks.ts";

/** A listener of an endless sound, which receives its end. */
export interface LiveListener {
  handleEnded(): void;
  handleFailed(message: string): void;
}

/** An endless sound for a playback. Every listener plays the same tick. */
export interface LiveSource {
  readonly tick: number;
  join(listener: LiveListener): void;
  leave(listener: LiveListener): void;
  /** Returns the samples of this tick, at the given rate. */
  blockAt(sampleRate: number): Int16Array;
  ticksAt(sampleRate: number): SoundTicks;
  copyEncoded(codec: LawCodec, out: Uint8Array, to: number): number;
}
