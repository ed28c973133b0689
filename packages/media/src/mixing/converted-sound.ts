import type { EncodedSource } from "../encoding/encoded-source.ts";
import type { SoundTicks } from "../encoding/sound-ticks.ts";
import { TickConversion } from "../encoding/tick-conversion.ts";
import type { Playback } from "../playback/playback.ts";

/** A sound with another rate for one leg, converted only in the ticks in which the leg needs it. */
export class ConvertedSound implements EncodedSource {
  readonly fromHz: number;
  readonly #conversion: TickConversion;
  #playback: Playback | null = null;
  #now = -1;
  #convertedTick = -1;
  #block: Int16Array = new Int16Array(0);
  #position: TickPosition | null = null;
  /** The position in the previous tick. */
  #before: TickPosition | null = null;

  constructor(fromHz: number, toHz: number) {
    this.fromHz = fromHz;
    this.#conversion = new TickConversion(fromHz, toHz);
  }

  /** Begins a tick in which the leg plays the sound. */
  begin(playback: Playback, now: number): this {
    const { ticks, tick } = playback;
    this.#before = now === this.#now + 1 ? this.#position : null;
    this.#position = ticks === null ? null : { ticks, tick };
    this.#playback = playback;
    this.#now = now;
    return this;
  }

  get block(): Int16Array {
    const playback = this.#playback;
    if (playback === null || this.#convertedTick === this.#now) {
      return this.#block;
    }
    if (this.#convertedTick !== this.#now - 1) {
      this.#prime();
    }
    this.#convertedTick = this.#now;
    this.#block = this.#conversion.convert(playback.block);
    return this.#block;
  }

  get ticks(): SoundTicks | null {
    return this.#position?.ticks ?? null;
  }

  get tick(): number {
    return this.#position?.tick ?? 0;
  }

  copyEncoded(): number {
    return 0;
  }

  /** Returns the rest of the filter in a tick in which the sound no longer plays. */
  drain(now: number): Int16Array | null {
    if (this.#convertedTick !== now - 1 || this.#conversion.isQuiet) {
      return null;
    }
    this.#convertedTick = now;
    return this.#conversion.convert(null);
  }

  /** After a pause, the filter first gets the sound of the previous tick. */
  #prime(): void {
    this.#conversion.reset();
    const before = this.#before;
    if (before !== null) {
      this.#conversion.convert(before.ticks.read(before.tick));
    }
  }
}

interface TickPosition {
  ticks: SoundTicks;
  tick: number;
}
