import { codecFacts, type AudioEncoder, type StreamFormat } from "../codecs/codec-facts.ts";
import type { Codecs } from "../codecs/codecs.ts";
import { catchUp, SETTLED_TICKS } from "./catch-up.ts";
import type { EncodedSource } from "./encoded-source.ts";
import type { SharedEncodingOptions } from "./packet-row.ts";
import type { SoundTicks } from "./sound-ticks.ts";
import { TickConversion } from "./tick-conversion.ts";
import { tickAfter } from "./tick-source.ts";

/** Below this bitrate speech sounds better with SILK, whose packets cannot be shared. */
const MIN_SHARED_BITRATE = 24_000;
/**
 * A leg with more loss needs redundancy in each packet, which would waste the bits of other legs.
 */
const MAX_SHARED_LOSS = 0.02;

/**
 * The packets of one leg, from its own encoder or shared. The leg switches to shared packets when
 * its own encoder has received the shared sound for `SETTLED_TICKS` ticks. Before it switches back,
 * its own encoder catches up with the sound. Both changes are therefore inaudible.
 */
export class LegEncoding {
  readonly #format: StreamFormat;
  readonly #own: AudioEncoder;
  readonly #sharing: SharedEncodingOptions | null;
  #lossShare = 0;
  /** The shared sound, and its last tick that this leg played. */
  #ticks: SoundTicks | null = null;
  #tick = 0;
  /** The number of consecutive ticks in which the leg had the shared sound. */
  #settled = 0;
  #isSharing = false;
  #isJoinable = false;

  constructor(format: StreamFormat, codecs: Codecs) {
    this.#format = format;
    this.#own = codecs.openEncoder(format);
    this.#sharing = findSharedEncoding(format, codecs);
  }

  get isSharing(): boolean {
    return this.#isSharing;
  }

  /** Sets the share of our packets that the far end reports as lost. */
  expectLoss(share: number): void {
    this.#lossShare = share;
    this.#own.expectLoss?.(share);
  }

  /** Encodes one tick of `sound`, or silence for `null`, into `out` at `to`. Returns the byte count. */
  encode(sound: Int16Array | EncodedSource | null, out: Uint8Array, to: number): number {
    if (sound === null || sound instanceof Int16Array) {
      this.#stopSharing();
      return this.#own.encode(sound, out, to);
    }
    const { codec } = this.#format;
    const isLaw = codec === "PCMU" || codec === "PCMA";
    const length = isLaw ? sound.copyEncoded(codec, out, to) : this.#share(sound, { out, to });
    return length > 0 ? length : this.#own.encode(sound.block, out, to);
  }

  close(): void {
    this.#own.close();
  }

  /** Returns 0 when the leg's own encoder must encode the tick. */
  #share({ ticks, tick }: EncodedSource, target: { out: Uint8Array; to: number }): number {
    const encodingOptions = this.#lossShare > MAX_SHARED_LOSS ? null : this.#sharing;
    const row =
      encodingOptions === null || ticks === null ? null : ticks.rows.find(encodingOptions);
    if (ticks === null || row === null) {
      this.#stopSharing();
      return 0;
    }
    const length = row.copy(ticks, tick, target);
    const goesOn = this.#ticks === ticks && tick === tickAfter(ticks, this.#tick, 1);
    if (!goesOn || length === 0) {
      this.#leaveShared();
    }
    this.#ticks = ticks;
    this.#tick = tick;
    this.#setJoinable(true);
    this.#isSharing = length > 0 && this.#settled >= SETTLED_TICKS;
    this.#settled += 1;
    return this.#isSharing ? length : 0;
  }

  #stopSharing(): void {
    this.#leaveShared();
    this.#setJoinable(false);
  }

  #leaveShared(): void {
    const ticks = this.#ticks;
    this.#ticks = null;
    this.#settled = 0;
    if (!this.#isSharing || ticks === null) {
      return;
    }
    this.#isSharing = false;
    const { sampleRate } = codecFacts[this.#format.codec];
    const conversion = new TickConversion(ticks.sampleRate, sampleRate);
    catchUp(this.#own, conversion, { ticks, tick: this.#tick });
  }

  #setJoinable(isJoinable: boolean): void {
    if (this.#isJoinable === isJoinable) {
      return;
    }
    this.#isJoinable = isJoinable;
    this.#own.setJoinable?.(isJoinable);
  }
}

/** Returns `null` if other legs cannot use the packets of this leg. */
function findSharedEncoding(format: StreamFormat, codecs: Codecs): SharedEncodingOptions | null {
  const { codec, opus } = format;
  const bitrate = opus?.maxAverageBitrate ?? null;
  if (bitrate !== null && bitrate < MIN_SHARED_BITRATE) {
    return null;
  }
  return {
    key: `${codec} ${bitrate ?? "usual"}${opus?.lowDelay === true ? " low delay" : ""}`,
    sampleRate: codecFacts[codec].sampleRate,
    openEncoder: () => {
      const encoder = codecs.openEncoder(format);
      encoder.setJoinable?.(true);
      return encoder;
    },
  };
}
