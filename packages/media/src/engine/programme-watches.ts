import { BlockResampler } from "@linedesk/audio";
import type { Playback } from "../playback/playback.ts";
import type { LegId, MediaEvent, Membership } from "../port/media-port.ts";
import {
  BLOCKS_AHEAD,
  BLOCKS_BEHIND,
  PARTITIONS,
  ProgrammeMatch,
} from "../programme/programme-match.ts";
import { Spectra } from "../programme/spectra.ts";
import { INPUT_RATE } from "../programme/whitener.ts";
import { TICK_MS } from "../tick.ts";
import type { Playbacks } from "./playbacks.ts";

/** The maximum number of legs that can be compared in time. Further legs are not watched. */
const MAX_WATCHES = 16;
/**
 * A comparison takes a quarter of a millisecond, so this number of comparisons never delays the
 * mixer.
 */
const COMPARISONS_PER_TICK = 5;
const SILENCE = new Int16Array((INPUT_RATE * TICK_MS) / 1000);

interface LegAudio {
  readonly incomingBlock: Int16Array | null;
  readonly sampleRate: number;
  readonly room: unknown;
  readonly membership: Membership;
}

export interface ProgrammeWatchesOptions {
  legs: ReadonlyMap<LegId, LegAudio>;
  playbacks: Pick<Playbacks, "begin">;
  emit: (event: MediaEvent) => void;
}

/** A programme with which legs are compared; no leg plays it. */
interface Programme {
  playback: Playback;
  spectra: Spectra;
  watches: number;
}

interface Watch {
  url: string;
  programme: Programme;
  spectra: Spectra;
  match: ProgrammeMatch;
  resampler: BlockResampler | null;
  /**
   * The next partition to compare, for the newest block; PARTITIONS when all partitions have been
   * compared.
   */
  partition: number;
}

/**
 * Detects a programme in the background of callers, from a radio beside the telephone. A caller on
 * hold hears our own music and is not compared.
 */
export class ProgrammeWatches {
  readonly #options: ProgrammeWatchesOptions;
  readonly #programmes = new Map<string, Programme>();
  readonly #watches = new Map<LegId, Watch>();
  readonly #sum = new Int32Array(SILENCE.length);

  constructor(options: ProgrammeWatchesOptions) {
    this.#options = options;
  }

  start(leg: LegId, url: string, isAudible = false): void {
    this.stop(leg);
    if (!this.#options.legs.has(leg) || this.#watches.size >= MAX_WATCHES) {
      return;
    }
    const programme = this.#programme(url);
    programme.watches += 1;
    const spectra = new Spectra("block and silence", BLOCKS_AHEAD);
    spectra.alignTo(programme.spectra);
    const match = new ProgrammeMatch({ isAudible });
    const watch = { url, programme, spectra, match, resampler: null, partition: PARTITIONS };
    this.#watches.set(leg, watch);
  }

  stop(leg: LegId): void {
    const watch = this.#watches.get(leg);
    if (watch === undefined) {
      return;
    }
    this.#watches.delete(leg);
    const { programme } = watch;
    programme.watches -= 1;
    if (programme.watches === 0) {
      programme.playback.end({ reason: "stopped" });
    }
  }

  close(): void {
    for (const leg of this.#watches.keys()) {
      this.stop(leg);
    }
  }

  /** Adds the legs of which every block must be decoded. */
  addLegs(legs: Set<LegId>): void {
    for (const leg of this.#watches.keys()) {
      legs.add(leg);
    }
  }

  /** Runs after all legs are decoded. */
  tick(): void {
    for (const { playback, spectra } of this.#programmes.values()) {
      spectra.feed(playback.advance(INPUT_RATE) ? playback.block : SILENCE);
    }
    let left = COMPARISONS_PER_TICK;
    for (const [leg, watch] of this.#watches) {
      if (watch.spectra.feed(this.#readBlock(leg, watch))) {
        watch.partition = 0;
      }
      left -= this.#compare(leg, watch, left);
    }
  }

  #programme(url: string): Programme {
    const known = this.#programmes.get(url);
    if (known !== undefined) {
      return known;
    }
    const source = { type: "url", url } as const;
    const playback = this.#options.playbacks.begin(`programme ${url}`, { source, loop: 0 }, () => {
      this.#programmes.delete(url);
    });
    const spectra = new Spectra("block before and block", BLOCKS_BEHIND);
    const programme = { playback, spectra, watches: 0 };
    this.#programmes.set(url, programme);
    return programme;
  }

  /** Returns the leg's sound at 8 kHz; silence while the leg is on hold or in no room. */
  #readBlock(leg: LegId, watch: Watch): ArrayLike<number> {
    const audio = this.#options.legs.get(leg);
    const block = audio?.incomingBlock ?? null;
    const isIn = audio !== undefined && audio.room !== null && !audio.membership.hold;
    if (!isIn || block === null) {
      return SILENCE;
    }
    if (audio.sampleRate === INPUT_RATE) {
      return block;
    }
    watch.resampler ??= new BlockResampler(audio.sampleRate, INPUT_RATE, TICK_MS);
    this.#sum.fill(0);
    watch.resampler.addInto(this.#sum, block);
    return this.#sum;
  }

  #compare(leg: LegId, watch: Watch, most: number): number {
    const from = watch.partition;
    const to = Math.min(PARTITIONS, from + most);
    for (; watch.partition < to; watch.partition += 1) {
      watch.match.compare(watch.partition, watch.spectra, watch.programme.spectra);
    }
    if (to === PARTITIONS && from < to && watch.match.updateVerdict()) {
      const { isAudible, peak } = watch.match;
      this.#options.emit({ type: "leg.programme", leg, isAudible, lagMs: peak.lagMs });
    }
    return to - from;
  }
}
