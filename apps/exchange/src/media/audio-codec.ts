import { g711, type G711 } from "@linedesk/audio";
import type { AudioCodec } from "./media-port.ts";
import { tickMs } from "./tick.ts";

/** What the packets of a codec are made of. */
export interface CodecFacts {
  /** Of its samples. */
  sampleRate: number;
  /** Of its RTP timestamps. */
  clockRate: number;
  /** The most that one tick of it takes. */
  maxTickBytes: number;
}

/** Samples in, the payload of one packet out. */
export interface AudioEncoder {
  /** Writes one tick, null for silence, into `out` at `to`; answers how many bytes it took. */
  encode(samples: Int16Array | null, out: Uint8Array, to: number): number;
  close(): void;
}

/** The payload of one packet in, samples out. */
export interface AudioDecoder {
  /** Decodes into `out`; answers how many samples, 0 for a payload that is none of this codec. */
  decode(bytes: Uint8Array, from: number, length: number, out: Int16Array): number;
  close(): void;
}

export const codecFacts: Readonly<Record<AudioCodec, CodecFacts>> = {
  PCMU: { sampleRate: 8000, clockRate: 8000, maxTickBytes: 160 },
  PCMA: { sampleRate: 8000, clockRate: 8000, maxTickBytes: 160 },
};

export function samplesPerTick(sampleRate: number): number {
  return (sampleRate * tickMs) / 1000;
}

export function openEncoder(codec: AudioCodec): AudioEncoder {
  return new G711Encoder(g711(codec));
}

export function openDecoder(codec: AudioCodec): AudioDecoder {
  return new G711Decoder(g711(codec));
}

class G711Encoder implements AudioEncoder {
  readonly #law: G711;

  constructor(law: G711) {
    this.#law = law;
  }

  encode(samples: Int16Array | null, out: Uint8Array, to: number): number {
    const { maxTickBytes } = codecFacts.PCMU;
    if (samples === null) out.fill(this.#law.silence, to, to + maxTickBytes);
    else this.#law.encode(samples, maxTickBytes, out, to);
    return maxTickBytes;
  }

  close(): void {
    // It holds nothing.
  }
}

class G711Decoder implements AudioDecoder {
  readonly #law: G711;

  constructor(law: G711) {
    this.#law = law;
  }

  decode(bytes: Uint8Array, from: number, length: number, out: Int16Array): number {
    this.#law.decode(bytes, from, length, out);
    return length;
  }

  close(): void {
    // It holds nothing.
  }
}
