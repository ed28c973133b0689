import type { AudioCodec, OpusOptions } from "@linedesk/audio";
import { TICK_MS } from "../tick.ts";

export interface CodecFacts {
  sampleRate: number;
  clockRate: number;
  /** The most that one tick of it takes. */
  maxTickBytes: number;
}

export const codecFacts: Readonly<Record<AudioCodec, CodecFacts>> = {
  PCMU: { sampleRate: 8000, clockRate: 8000, maxTickBytes: 160 },
  PCMA: { sampleRate: 8000, clockRate: 8000, maxTickBytes: 160 },
  // RFC 3551 section 4.5.2: a clock of 8000 for 16 000 samples, for historical reasons.
  G722: { sampleRate: 16_000, clockRate: 8000, maxTickBytes: 160 },
  opus: { sampleRate: 48_000, clockRate: 48_000, maxTickBytes: 1275 },
};

/** What both streams of a leg are made of, as it was agreed. */
export interface StreamFormat {
  codec: AudioCodec;
  payloadType: number;
  telephoneEvent: number | null;
  /** What the other G.711 law comes with, where it may come in between. */
  otherLaw?: number;
  /** Where the codec is Opus. */
  opus?: OpusOptions;
}

export interface AudioEncoder {
  /** Writes one tick, null for silence, into `out` at `to`; answers how many bytes it took. */
  encode(samples: Int16Array | null, out: Uint8Array, to: number): number;
  /** As if it had encoded nothing yet. */
  restart(): void;
  /**
   * Are packets of other encoders of the same sound to stand before its own, or after them? Then it
   * leans less on what it said before.
   */
  setJoinable?(isJoinable: boolean): void;
  /** The share of our packets that the far end says it lost. */
  expectLoss?(share: number): void;
  close(): void;
}

/** The payload of one packet in, samples out. */
export interface AudioDecoder {
  /** Does a packet make sense only after the one before it? */
  readonly isStateful: boolean;
  /** How long a payload lasts, told by its length and first bytes alone. */
  durationMs(bytes: Uint8Array, from: number, length: number): number;
  /** Decodes into `out`; answers how many samples, 0 for a payload that is none of this codec. */
  decode(bytes: Uint8Array, from: number, length: number, out: Int16Array): number;
  /** The lost packet before this one, by what this one says of it. */
  recover?(payload: Uint8Array, out: Int16Array, samples: number): number;
  /** A lost packet of which nothing is known. */
  conceal?(out: Int16Array, samples: number): number;
  close(): void;
}

export function samplesPerTick(sampleRate: number): number {
  return (sampleRate * TICK_MS) / 1000;
}
