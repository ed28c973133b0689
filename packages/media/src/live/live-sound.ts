import { samplesPerTick } from "../codecs/codec-facts.ts";
import type { LawCodec } from "../encoding/encoded-source.ts";
import { SOUND_RATE } from "../encoding/sound-rate.ts";
import type { SoundTicks } from "../encoding/sound-ticks.ts";
import { TickEncoding } from "../encoding/tick-encoding.ts";
import type { LiveListener, LiveSource } from "../playback/live-source.ts";
import { TICK_MS } from "../tick.ts";
import { LiveConversion } from "./live-conversion.ts";
import { LiveMusic } from "./live-music.ts";
import { LIVE_RATE, samplesIn, type LiveRing } from "./live-ring.ts";

/** What is below this is digital silence, raised by whatever the gain can raise. */
const SILENT_PEAK = 8;
/** After so long without sound there is music. */
const SILENT_TICKS = 5000 / TICK_MS;
/** -50 dBFS: a line without a programme hums no louder. */
const QUIET_PEAK = 104;
const QUIET_TICKS = 10_000 / TICK_MS;
/** So much sound must have come back before the music goes. */
const SOUND_TICKS = 500 / TICK_MS;
const FADE_TICKS = 500 / TICK_MS;
const firstFill = samplesIn(400);
const fillStep = samplesIn(200);
const maxFill = samplesIn(1200);

/**
 * An endless sound in the mixer: one block per tick for all who hear it. It waits for a little
 * store of sound before it begins, and for more of it each time that the store ran out.
 */
export class LiveSound implements LiveSource {
  readonly block = new Int16Array(samplesPerTick(LIVE_RATE));
  /** What they are at the rates that somebody hears. */
  readonly #conversions = new Map<number, LiveConversion>();
  readonly #ring: LiveRing;
  readonly #listeners = new Set<LiveListener>();
  readonly #onListeners: (count: number) => void;
  readonly #encoding = new TickEncoding();
  #music: LiveMusic | null = null;
  #tick = 0;
  /** 0 is the programme alone, 1 the music alone. */
  #musicShare = 0;
  #isMusicWanted = false;
  #isFilling = true;
  #silent = 0;
  #quiet = 0;
  #audibleTicks = 0;
  #passesAt: number | null = null;

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

  /** Its source ended as it should; it has passed once all of it has been heard. */
  pass(): void {
    this.#passesAt = this.#ring.position;
  }

  fail(message: string): void {
    for (const listener of this.#listeners) {
      listener.handleFailed(message);
    }
  }

  /** So many ticks were lost: a source in real time has gone on meanwhile. */
  skip(ticks: number): void {
    this.#ring.owe(ticks * samplesPerTick(LIVE_RATE));
  }

  get tick(): number {
    return this.#tick;
  }

  /** The samples of this tick at a rate, converted once for all who ask. */
  blockAt(sampleRate: number): Int16Array {
    return this.#conversion(sampleRate).blockOf(this.block, this.#tick);
  }

  /** What those share who hear it at that rate, once its block of this tick was asked for. */
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
    if (this.#passesAt === null || !this.#ring.isTaken(this.#passesAt)) {
      return;
    }
    this.#passesAt = null;
    for (const listener of this.#listeners) {
      listener.handlePassed();
    }
  }

  copyEncoded(codec: LawCodec, out: Uint8Array, to: number): number {
    return this.#encoding.copy(codec, this.blockAt(SOUND_RATE), out, to);
  }

  #take(): void {
    const { block } = this;
    const isEnding = this.#passesAt !== null;
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
    // The music begins anew each time, and not with whatever it was at.
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

/** So that neither a beginning nor an end is a click. */
function ramp(block: Int16Array, from: number, to: number): void {
  for (let i = 0; i < block.length; i += 1) {
    const share = from + ((to - from) * (i + 1)) / block.length;
    block[i] = Math.round((block[i] ?? 0) * share);
  }
}
