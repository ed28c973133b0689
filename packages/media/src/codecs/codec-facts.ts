import type { AudioCodec, OfferedTypes, OpusOptions } from "@linedesk/audio";
import { TICK_MS } from "../tick.ts";

export interface CodecFacts {
  sampleRate: number;
  clockRate: number;
  /** The maximum size of one encoded tick. */
  maxTickBytes: number;
}

export const codecFacts: Readonly<Record<AudioCodec, CodecFacts>> = {
  PCMU: { sampleRate: 8000, clockRate: 8000, maxTickBytes: 160 },
  PCMA: { sampleRate: 8000, clockRate: 8000, maxTickBytes: 160 },
  // RFC 3551 section 4.5.2 keeps the clock rate at 8000 for historical reasons, although a second
  // has 16 000 samples.
  G722: { sampleRate: 16_000, clockRate: 8000, maxTickBytes: 160 },
  opus: { sampleRate: 48_000, clockRate: 48_000, maxTickBytes: 1275 },
};

/** The negotiated format of both streams of a leg. */
export interface StreamFormat {
  codec: AudioCodec;
  payloadType: number;
  telephoneEvent: number | null;
  /** The clock rate of the durations in events, if it is not that of the audio. */
  eventClockRate?: number;
  /** The payload type of the other G.711 law, if both were negotiated. */
  otherLaw?: number;
  /** The payload types of our offer, if the far end answered with other payload types. */
  offered?: OfferedTypes;
  /** Present only for Opus. */
  opus?: OpusOptions;
}

export interface AudioEncoder {
  /** Writes one tick, `null` for silence, into `out` at `to`. Returns the number of bytes. */
  encode(samples: Int16Array | null, out: Uint8Array, to: number): number;
  /** Resets the encoder to its initial state. */
  restart(): void;
  /**
   * Prepares the encoder for a stream in which packets of other encoders of the same sound precede
   * or follow its own packets. Its packets then depend less on earlier packets.
   */
  setJoinable?(isJoinable: boolean): void;
  /** Sets the share of our packets that the far end reports as lost. */
  expectLoss?(share: number): void;
  close(): void;
}

/** Decodes the payload of one packet to samples. */
export interface AudioDecoder {
  /** Is true if decoding a packet needs the state of the previous packet. */
  readonly isStateful: boolean;
  /** Returns the duration of a payload, from only its length and first bytes. */
  durationMs(bytes: Uint8Array, from: number, length: number): number;
  /** Decodes into `out`. Returns the number of samples, or 0 for an invalid payload. */
  decode(bytes: Uint8Array, from: number, length: number, out: Int16Array): number;
  /** Decodes the lost packet before the packet of `payload`, from the redundancy in `payload`. */
  recover?(payload: Uint8Array, out: Int16Array, samples: number): number;
  /** Conceals a lost packet without any of its data. */
  conceal?(out: Int16Array, samples: number): number;
  close(): void;
}

export function samplesPerTick(sampleRate: number): number {
  return (sampleRate * TICK_MS) / 1000;
}
