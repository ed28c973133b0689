import type { MPEGDecoder } from "mpg123-decoder";

import { toMono, type MonoAudio, type StreamDecoder } from "./stream-decoder.ts";

/** Decodes MPEG audio of layers I to III with mpg123. */
export class Mp3Decoder implements StreamDecoder {
  #decoder: MPEGDecoder | null = null;

  async decode(bytes: Uint8Array): Promise<MonoAudio[]> {
    this.#decoder ??= await openMpeg();
    return toMono(this.#decoder.decode(bytes));
  }

  async finish(): Promise<MonoAudio[]> {
    return [];
  }

  close(): void {
    this.#decoder?.free();
    this.#decoder = null;
  }
}

/** Loads mpg123 at first use, because most stations play WAV and need no WebAssembly. */
async function openMpeg(): Promise<MPEGDecoder> {
  const { MPEGDecoder: Mpeg } = await import("mpg123-decoder");
  const decoder = new Mpeg();
  await decoder.ready;
  return decoder;
}
