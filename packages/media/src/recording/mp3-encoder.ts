import { createMp3Encoder } from "wasm-media-encoders";

import type { WavFormat } from "./wav-header.ts";

/** Speech at 8 or 16 kHz stays as good as it was. */
const ONE_CHANNEL_KBIT = 32;
const TWO_CHANNELS_KBIT = 64;

export interface Mp3Encoder {
  /** Samples -1..1, one array a channel. What it answers is overwritten by the next call. */
  encode(channels: Float32Array[]): Uint8Array;
  /** The last frames. */
  finish(): Uint8Array;
}

/** LAME, as WebAssembly; the only file that knows it. */
export async function openMp3Encoder({ sampleRate, channels }: WavFormat): Promise<Mp3Encoder> {
  const encoder = await createMp3Encoder();
  const bitrate = channels === 1 ? ONE_CHANNEL_KBIT : TWO_CHANNELS_KBIT;
  encoder.configure({ channels, sampleRate, bitrate });
  return {
    encode: (samples) => encoder.encode(samples),
    finish: () => encoder.finalize(),
  };
}
