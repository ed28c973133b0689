import type { FLACDecoder } from "@wasm-audio-decoders/flac";

import { toMono, type MonoAudio, type StreamDecoder } from "./stream-decoder.ts";

/** Decodes FLAC as it arrives, bare or in Ogg. Its library loads at first use. */
export class FlacDecoder implements StreamDecoder {
  #decoder: FLACDecoder | null = null;

  async decode(bytes: Uint8Array): Promise<MonoAudio[]> {
    this.#decoder ??= await openFlac();
    return toMono(await this.#decoder.decode(bytes));
  }

  async finish(): Promise<MonoAudio[]> {
    return this.#decoder === null ? [] : toMono(await this.#decoder.flush());
  }

  close(): void {
    this.#decoder?.free();
    this.#decoder = null;
  }
}

async function openFlac(): Promise<FLACDecoder> {
  const { FLACDecoder: Flac } = await import("@wasm-audio-decoders/flac");
  const decoder = new Flac();
  await decoder.ready;
  return decoder;
}
