/** The laws of ITU-T G.711, which encodes each sample in one byte, at 8000 samples a second. */
export type G711Law = "PCMU" | "PCMA";

const MU_BIAS = 0x84;
const MU_CLIP = 32_635;

/** The encoder and decoder of one law of G.711, for samples of 16 bits. */
export interface G711 {
  law: G711Law;
  /** The byte of silence, which fills packets without sound. */
  silence: number;
  /** Decodes `length` bytes from `from` into `out` at 0. `out` must be long enough. */
  decode(bytes: Uint8Array, from: number, length: number, out: Int16Array): void;
  /** Encodes the first `length` samples into `out` at `to`. */
  encode(samples: Int16Array, length: number, out: Uint8Array, to: number): void;
}

/** The law of North America and Japan, PCMU in RTP (payload type 0). */
export const muLaw: G711 = codec("PCMU", 0xff, muToLinear, linearToMu);
/** The law of the rest of the world, PCMA in RTP (payload type 8). */
export const aLaw: G711 = codec("PCMA", 0xd5, aToLinear, linearToA);

export function g711(law: G711Law): G711 {
  return law === "PCMU" ? muLaw : aLaw;
}

function codec(
  law: G711Law,
  silence: number,
  toLinear: (code: number) => number,
  fromLinear: (sample: number) => number,
): G711 {
  const linear = Int16Array.from({ length: 256 }, (_, code) => toLinear(code));
  // The table has an entry for each 16-bit sample (64 KiB), so that the mixer encodes by one
  // lookup.
  const codes = Uint8Array.from({ length: 65_536 }, (_, i) => fromLinear(i - 32_768));
  return {
    law,
    silence,
    decode(bytes, from, length, out) {
      for (let i = 0; i < length; i += 1) {
        out[i] = linear[bytes[from + i] ?? silence] ?? 0;
      }
    },
    encode(samples, length, out, to) {
      for (let i = 0; i < length; i += 1) {
        out[to + i] = codes[(samples[i] ?? 0) + 32_768] ?? silence;
      }
    },
  };
}

function muToLinear(code: number): number {
  const inverted = ~code & 0xff;
  const exponent = (inverted >> 4) & 7;
  const magnitude = (((inverted & 0x0f) << 3) + MU_BIAS) << exponent;
  return inverted & 0x80 ? MU_BIAS - magnitude : magnitude - MU_BIAS;
}

function linearToMu(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), MU_CLIP) + MU_BIAS;
  const exponent = Math.floor(Math.log2(magnitude)) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

function aToLinear(code: number): number {
  const flipped = code ^ 0x55;
  const exponent = (flipped >> 4) & 7;
  const step = ((flipped & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? step : (step + 0x100) << (exponent - 1);
  return flipped & 0x80 ? magnitude : -magnitude;
}

function linearToA(sample: number): number {
  const sign = sample >= 0 ? 0x80 : 0;
  const magnitude = Math.min(sample >= 0 ? sample : -sample - 1, 32_767) >> 4;
  const exponent = magnitude < 16 ? 0 : Math.floor(Math.log2(magnitude)) - 3;
  const mantissa = exponent < 2 ? magnitude : magnitude >> (exponent - 1);
  return (sign | (exponent << 4) | (mantissa & 0x0f)) ^ 0x55;
}
