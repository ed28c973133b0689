import {
  estimateMos,
  LevelMeter,
  SILENCE_DBFS,
  VoiceActivity,
  type Reception,
} from "@linedesk/audio";

const TICKS_PER_READING = 50;

/** Measures what a leg sends: levels and loss once a second, speech in each tick. */
export class LegMeters {
  readonly #reception: Reception;
  readonly #level = new LevelMeter(TICKS_PER_READING);
  readonly #voice = new VoiceActivity();
  readonly #recentDbfs = new Float64Array(TICKS_PER_READING).fill(SILENCE_DBFS);
  #isSilent = true;
  #ticks = 0;
  #received = 0;
  #lost = 0;
  #lossPercent: number | null = null;

  constructor(reception: Reception) {
    this.#reception = reception;
  }

  get isSpeaking(): boolean {
    return this.#voice.isSpeaking;
  }

  /** Is true if the last block contained only zeros. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  get levels(): { rmsDbfs: number; peakDbfs: number; clippedSamples: number } {
    const { rmsDbfs, peakDbfs, clippedSamples } = this.#level;
    return { rmsDbfs, peakDbfs, clippedSamples };
  }

  /** The amplitude (0..1) of a sine that is as loud as the loudest 20 ms of the last second. */
  get level(): number {
    const loudest = Math.max(...this.#recentDbfs);
    return loudest <= SILENCE_DBFS ? 0 : Math.min(1, Math.SQRT2 * 10 ** (loudest / 20));
  }

  /** The loss of the last second; `null` if no packet came in it. */
  get lossPercent(): number | null {
    return this.#lossPercent;
  }

  /** Returns the MOS of the voice SDK's formula. An unknown round trip counts as 0. */
  mos(roundTripMs: number | null): number | null {
    const lossPercent = this.#lossPercent;
    if (lossPercent === null) {
      return null;
    }
    const { jitterMs } = this.#reception;
    return estimateMos({ roundTripMs: roundTripMs ?? 0, jitterMs, lossPercent });
  }

  /** Is true while every block must be decoded, to distinguish speech from a click. */
  get isUndecided(): boolean {
    return this.#voice.isUndecided;
  }

  /** Processes the block of this tick. Returns true if speech began or stopped. */
  process(block: Int16Array): boolean {
    return this.#advance(this.#level.add(block));
  }

  /** Counts a tick whose block was not decoded, as if it were equal to the previous block. */
  repeat(): boolean {
    this.#level.skip();
    return this.#advance(
      this.#recentDbfs[this.#ticks === 0 ? TICKS_PER_READING - 1 : this.#ticks - 1] ?? SILENCE_DBFS,
    );
  }

  #advance(dbfs: number): boolean {
    this.#isSilent = dbfs <= SILENCE_DBFS;
    const hasChanged = this.#voice.advance(dbfs);
    this.#recentDbfs[this.#ticks] = dbfs;
    this.#ticks += 1;
    if (this.#ticks >= TICKS_PER_READING) {
      this.#readLoss();
    }
    return hasChanged;
  }

  #readLoss(): void {
    const { packets, lost } = this.#reception;
    const received = packets - this.#received;
    // Late packets correct the loss that was counted earlier; a new stream counts from 0.
    const missing = Math.max(0, lost - this.#lost);
    this.#lossPercent = received <= 0 ? null : (100 * missing) / (received + missing);
    this.#ticks = 0;
    this.#received = packets;
    this.#lost = lost;
  }
}
