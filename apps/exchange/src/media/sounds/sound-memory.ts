import { aLaw, muLaw } from "@linedesk/audio";

/** The codecs of which one encoding serves everybody: their samples stand each for itself. */
export type SharedCodec = "PCMU" | "PCMA";

/** What can give its sound of this tick already encoded. */
export interface EncodedSource {
  readonly block: Int16Array;
  /** Writes it into `out` at `to`; answers how many bytes, 0 where it has none. */
  copyEncoded(codec: SharedCodec, out: Uint8Array, to: number): number;
}

/** A sound in both laws beside its samples, encoded once for all who will ever hear it. */
export type EncodedSound = Readonly<Record<SharedCodec, Uint8Array>>;

const bytesPerSample = 4;

/** Memory for a sound: its samples, and as many bytes of each law behind them. */
export function allocateSound(length: number): SharedArrayBuffer {
  return new SharedArrayBuffer(length * bytesPerSample);
}

export function samplesOf(shared: SharedArrayBuffer): Int16Array {
  return new Int16Array(shared, 0, shared.byteLength / bytesPerSample);
}

/** Null for samples that lie anywhere else, such as tones made in the mixer. */
export function encodedOf(samples: Int16Array): EncodedSound | null {
  const { buffer, length } = samples;
  const isSound =
    buffer instanceof SharedArrayBuffer && buffer.byteLength === length * bytesPerSample;
  if (!isSound || samples.byteOffset !== 0) return null;
  return {
    PCMU: new Uint8Array(buffer, length * 2, length),
    PCMA: new Uint8Array(buffer, length * 3, length),
  };
}

export function encodeSound(samples: Int16Array): void {
  const encoded = encodedOf(samples);
  if (encoded === null) return;
  muLaw.encode(samples, samples.length, encoded.PCMU, 0);
  aLaw.encode(samples, samples.length, encoded.PCMA, 0);
}
