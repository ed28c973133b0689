import { addInto, BlockResampler, Limiter, rootMeanSquare } from "@linedesk/audio";
import { samplesPerTick } from "../codecs/codec-facts.ts";
import type { RecordingId } from "../port/media-port.ts";
import { TICK_MS } from "../tick.ts";
import type { NewRecording } from "./recording-messages.ts";

/** A chunk of 200 ms. */
const CHUNK_TICKS = 10;
/**
 * The number of chunks that may wait for the disk: 10 s. With a slower disk the recording fails.
 */
const MAX_CHUNKS_ON_THE_WAY = 50;
/**
 * At most this number of lost ticks becomes silence in the recording, because if more are lost, the
 * machine was asleep.
 */
const MAX_SKIPPED_TICKS = 50;

/** -46 dB of full scale. Sound below it is not speech. */
const QUIET_LEVEL = 160;

export interface RecordingSink {
  open(recording: RecordingId, file: NewRecording): void;
  /** The sink owns the samples until it returns them with `taken`. */
  write(recording: RecordingId, samples: Int16Array): void;
  close(recording: RecordingId, fault: "disk_too_slow" | null): void;
}

export interface RecordingTapOptions {
  id: RecordingId;
  sampleRate: number;
  sink: RecordingSink;
  quietAfterMs: number | null;
  onQuiet: () => void;
}

/** Collects the sound of one recording, tick by tick, and sends it in chunks. */
export class RecordingTap {
  readonly id: RecordingId;
  readonly #options: RecordingTapOptions;
  readonly #samplesPerTick: number;
  readonly #sum: Int32Array;
  readonly #limiter: Limiter;
  readonly #block: Int16Array;
  readonly #converters: { sampleRate: number; resampler: BlockResampler }[] = [];
  readonly #free: Int16Array[] = [];
  #chunk: Int16Array;
  #ticksInChunk = 0;
  #onTheWay = 0;
  #paused: "skip" | "silence" | null = null;
  #quietTicks = 0;
  #isClosed = false;

  constructor(options: RecordingTapOptions) {
    const { id, sampleRate } = options;
    this.id = id;
    this.#options = options;
    this.#samplesPerTick = samplesPerTick(sampleRate);
    this.#sum = new Int32Array(this.#samplesPerTick);
    this.#limiter = new Limiter(sampleRate);
    this.#block = new Int16Array(this.#samplesPerTick);
    this.#chunk = this.#newChunk();
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  pause(how: "skip" | "silence"): void {
    this.#paused = how;
  }

  resume(): void {
    this.#paused = null;
    this.#quietTicks = 0;
  }

  /**
   * Adds sound of this tick; `null` is silence. Inlet 0 is the sound of the leg, and inlet 1 is the
   * sound that the leg hears.
   */
  add(inlet: 0 | 1, block: Int16Array | null, sampleRate: number): void {
    const sum = this.#sum;
    if (sampleRate !== this.#options.sampleRate) {
      this.#converter(inlet, sampleRate).addInto(sum, block);
    } else if (block !== null) {
      addInto(sum, block, sum.length);
    }
  }

  advance(): void {
    if (this.#isClosed) {
      return;
    }
    if (this.#paused === null) {
      this.#writeTick();
    } else if (this.#paused === "silence") {
      this.#writeSilence();
    }
    this.#sum.fill(0);
  }

  skip(ticks: number): void {
    for (let i = 0; i < Math.min(ticks, MAX_SKIPPED_TICKS) && !this.#isClosed; i += 1) {
      if (this.#paused !== "skip") {
        this.#writeSilence();
      }
    }
  }

  taken(samples: Int16Array): void {
    this.#onTheWay -= 1;
    if (!this.#isClosed) {
      this.#free.push(samples);
    }
  }

  close(fault: "disk_too_slow" | null = null): void {
    if (this.#isClosed) {
      return;
    }
    if (fault === null && this.#ticksInChunk > 0) {
      const length = this.#ticksInChunk * this.#samplesPerTick;
      this.#options.sink.write(this.id, this.#chunk.slice(0, length));
    }
    this.#isClosed = true;
    this.#options.sink.close(this.id, fault);
  }

  /** Each inlet has its own converter, because a converter keeps the previous samples. */
  #converter(inlet: 0 | 1, sampleRate: number): BlockResampler {
    const known = this.#converters[inlet];
    if (known?.sampleRate === sampleRate) {
      return known.resampler;
    }
    const resampler = new BlockResampler(sampleRate, this.#options.sampleRate, TICK_MS);
    this.#converters[inlet] = { sampleRate, resampler };
    return resampler;
  }

  #writeTick(): void {
    this.#limiter.limit(this.#sum, this.#samplesPerTick, this.#block);
    this.#measureQuiet();
    this.#appendBlock();
  }

  #writeSilence(): void {
    this.#block.fill(0);
    this.#appendBlock();
  }

  #measureQuiet(): void {
    const { quietAfterMs, onQuiet } = this.#options;
    if (quietAfterMs === null) {
      return;
    }
    const isQuiet = rootMeanSquare(this.#block) < QUIET_LEVEL;
    this.#quietTicks = isQuiet ? this.#quietTicks + 1 : 0;
    if (this.#quietTicks * TICK_MS === quietAfterMs) {
      onQuiet();
    }
  }

  #appendBlock(): void {
    this.#chunk.set(this.#block, this.#ticksInChunk * this.#samplesPerTick);
    this.#ticksInChunk += 1;
    if (this.#ticksInChunk < CHUNK_TICKS) {
      return;
    }
    this.#ticksInChunk = 0;
    if (this.#onTheWay >= MAX_CHUNKS_ON_THE_WAY) {
      return this.close("disk_too_slow");
    }
    this.#onTheWay += 1;
    this.#options.sink.write(this.id, this.#chunk);
    this.#chunk = this.#free.pop() ?? this.#newChunk();
  }

  #newChunk(): Int16Array {
    return new Int16Array(CHUNK_TICKS * this.#samplesPerTick);
  }
}
