import { codecFacts, type AudioEncoder, type StreamFormat } from "../codecs/codec-facts.ts";
import type { Codecs } from "../codecs/codecs.ts";
import { catchUp, SETTLED_TICKS } from "./catch-up.ts";
import type { EncodedSource } from "./encoded-source.ts";
import type { SharedEncodingOptions } from "./packet-row.ts";
import type { SoundTicks } from "./sound-ticks.ts";
import { TickConversion } from "./tick-conversion.ts";
import { tickAfter } from "./tick-source.ts";

/** Below this speech sounds better from a coder for speech, which cannot be shared. */
const MIN_SHARED_BITRATE = 24_000;
/**
 * Who loses more is sent each packet's sound once more in the next one, which others have no use
 * for.
 */
const MAX_SHARED_LOSS = 0.02;

/**
 * The packets of one leg: by an encoder of its own, or those of all who hear the same. It goes over
 * to the others' packets once its own encoder was given the same sound for a while, and its own
 * encoder catches up with the sound before it is used again, so that neither is heard.
 */
export class LegEncoding {
  readonly #format: StreamFormat;
  readonly #own: AudioEncoder;
  readonly #sharing: SharedEncodingOptions | null;
  #lossShare = 0;
  /** The sound that others hear too, and its last tick that was heard here. */
  #ticks: SoundTicks | null = null;
  #tick = 0;
  /** Ticks of it that the own encoder was given. */
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

  /** The share of our packets that the far end says it lost. */
  expectLoss(share: number): void {
    this.#lossShare = share;
    this.#own.expectLoss?.(share);
  }

  /** Writes one tick, null for silence, into `out` at `to`; answers how many bytes it took. */
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

  /** 0 where the own encoder is to be asked. */
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
      this.#leave();
    }
    this.#ticks = ticks;
    this.#tick = tick;
    this.#setJoinable(true);
    this.#isSharing = length > 0 && this.#settled >= SETTLED_TICKS;
    this.#settled += 1;
    return this.#isSharing ? length : 0;
  }

  #stopSharing(): void {
    this.#leave();
    this.#setJoinable(false);
  }

  #leave(): void {
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

/** Null where its packets are of no use to others. */
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
