import { samplesPerTick } from "../codecs/codec-facts.ts";
import type { LawCodec } from "../encoding/encoded-source.ts";
import { NARROWBAND_RATE } from "../encoding/narrowband-rate.ts";
import type { SoundTicks } from "../encoding/sound-ticks.ts";
import { TickEncoding } from "../encoding/tick-encoding.ts";
import type { LiveListener, LiveSource } from "../playback/live-source.ts";
import { TICK_MS } from "../tick.ts";
import { LiveConversion } from "./live-conversion.ts";
import { LiveMusic } from "./live-music.ts";
import { LIVE_RATE, samplesIn, type LiveRing } from "./live-ring.ts";

/** Digital silence stays below this level even with the largest gain. */
const SILENT_PEAK = 8;
/** Music begins after this long without sound. */
const SILENT_TICKS = 5000 / TICK_MS;
/** -50 dBFS. The hum of an input without a programme stays below this level. */
const QUIET_PEAK = 104;
const QUIET_TICKS = 10_000 / TICK_MS;
/** The music ends after this much sound. */
const SOUND_TICKS = 500 / TICK_MS;
const FADE_TICKS = 500 / TICK_MS;
const firstFill = samplesIn(400);
const fillStep = samplesIn(200);
const maxFill = samplesIn(1200);

/**
 * An endless sound in the mixer, with one block per tick for all listeners. It starts when the
 * buffer has a little sound. After each underrun it waits until the buffer has more than before.
 */
export class LiveSound implements LiveSource {
  readonly block = new Int16Array(samplesPerTick(LIVE_RATE));
  /** The conversions to the rates that listeners need. */
  readonly #conversions = new Map<number, LiveConversion>();
  readonly #ring: LiveRing;
  readonly #listeners = new Set<LiveListener>();
  readonly #onListeners: (count: number) => void;
  readonly #encoding = new TickEncoding();
  #music: LiveMusic | null = null;
  #tick = 0;
  /** 0 means only the programme, 1 only the music. */
  #musicShare = 0;
  #isMusicWanted = false;
  #isFilling = true;
  #silent = 0;
  #quiet = 0;
  #audibleTicks = 0;
  #endsAt: number | null = null;

  constructor(ring: LiveRing, onListeners: (count: number) => void) {
    this.#ring = ring;
    this.#onListeners = onListeners;
    ring.wantedFill = firstFill;
  }

  get isOnMusic(): boolean {
    return this.#isMusicWanted;
  }

  join(listener: LiveListener): void {
    this.#listeners.add(listener);
    this.#onListeners(this.#listeners.size);
  }

  leave(listener: LiveListener): void {
    if (this.#listeners.delete(listener)) {
      this.#onListeners(this.#listeners.size);
    }
  }

  setMusic(samples: Int16Array): void {
    if (samples.length > 0) {
      this.#music = new LiveMusic(samples);
    }
  }

  /** Ends the sound after its buffered rest has been played, because the source ended normally. */
  end(): void {
    this.#endsAt = this.#ring.position;
  }

  fail(message: string): void {
    for (const listener of this.#listeners) {
      listener.handleFailed(message);
    }
  }

  /** Skips ticks that the mixer lost, so that the sound stays in step with its real-time source. */
  skip(ticks: number): void {
    this.#ring.skipNext(ticks * samplesPerTick(LIVE_RATE));
  }

  get tick(): number {
    return this.#tick;
  }

  /** Returns the samples of this tick at a rate, converted once for all listeners. */
  blockAt(sampleRate: number): Int16Array {
    return this.#conversion(sampleRate).blockOf(this.block, this.#tick);
  }

  /**
   * Returns the recent blocks at this rate, for the legs that share packets. Call `blockAt` first:
   * it adds the block of the current tick.
   */
  ticksAt(sampleRate: number): SoundTicks {
    return this.#conversion(sampleRate).ticks;
  }

  close(): void {
    for (const conversion of this.#conversions.values()) {
      conversion.ticks.rows.clear();
    }
  }

  #conversion(sampleRate: number): LiveConversion {
    const known = this.#conversions.get(sampleRate);
    if (known !== undefined) {
      return known;
    }
    const conversion = new LiveConversion(sampleRate);
    this.#conversions.set(sampleRate, conversion);
    return conversion;
  }

  advance(): void {
    this.#tick += 1;
    this.#encoding.begin();
    this.#take();
    this.#detectSilence();
    if (this.#isMusicWanted || this.#musicShare > 0) {
      this.#fade();
    }
    if (this.#endsAt === null || !this.#ring.isTaken(this.#endsAt)) {
      return;
    }
    this.#endsAt = null;
    for (const listener of this.#listeners) {
      listener.handleEnded();
    }
  }

  copyEncoded(codec: LawCodec, out: Uint8Array, to: number): number {
    return this.#encoding.copy(codec, this.blockAt(NARROWBAND_RATE), out, to);
  }

  #take(): void {
    const { block } = this;
    const isEnding = this.#endsAt !== null;
    if (this.#isFilling && this.#ring.fill < this.#ring.wantedFill && !isEnding) {
      block.fill(0);
      return;
    }
    const isStart = this.#isFilling;
    this.#isFilling = false;
    const count = this.#ring.take(block);
    if (isStart) {
      ramp(block, 0, 1);
    }
    if (count === block.length) {
      return;
    }
    ramp(block.subarray(0, count), 1, 0);
    block.fill(0, count);
    this.#isFilling = true;
    this.#ring.wantedFill = Math.min(maxFill, this.#ring.wantedFill + fillStep);
  }

  #detectSilence(): void {
    const peak = this.block.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    const isAudible = peak > QUIET_PEAK;
    this.#silent = peak > SILENT_PEAK ? 0 : this.#silent + 1;
    this.#quiet = isAudible ? 0 : this.#quiet + 1;
    this.#audibleTicks = isAudible ? this.#audibleTicks + 1 : Math.max(0, this.#audibleTicks - 1);
    if (this.#silent >= SILENT_TICKS || this.#quiet >= QUIET_TICKS) {
      this.#isMusicWanted = true;
      this.#audibleTicks = 0;
    } else if (this.#audibleTicks >= SOUND_TICKS) {
      this.#isMusicWanted = false;
      this.#audibleTicks = SOUND_TICKS;
    }
  }

  #fade(): void {
    const music = this.#music;
    if (music === null) {
      return;
    }
    const before = this.#musicShare;
    const step = (this.#isMusicWanted ? 1 : -1) / FADE_TICKS;
    this.#musicShare = Math.max(0, Math.min(1, before + step));
    // The music begins at its start each time.
    if (before === 0) {
      music.rewind();
    }
    const sounding = music.next();
    const { block } = this;
    for (let i = 0; i < block.length; i += 1) {
      const share = before + ((this.#musicShare - before) * (i + 1)) / block.length;
      block[i] = Math.round((block[i] ?? 0) * (1 - share) + (sounding[i] ?? 0) * share);
    }
  }
}

/** Fades the block, so that no beginning or end causes a click. */
function ramp(block: Int16Array, from: number, to: number): void {
  for (let i = 0; i < block.length; i += 1) {
    const share = from + ((to - from) * (i + 1)) / block.length;
    block[i] = Math.round((block[i] ?? 0) * share);
  }
}
