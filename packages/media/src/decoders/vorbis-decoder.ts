import type { OggVorbisDecoder } from "@wasm-audio-decoders/ogg-vorbis";

import { toMono, type MonoAudio, type StreamDecoder } from "./stream-decoder.ts";

/** Decodes one logical stream of Vorbis from whole Ogg pages. Its library loads at first use. */
export class VorbisDecoder implements StreamDecoder {
  #decoder: OggVorbisDecoder | null = null;

  async decode(page: Uint8Array): Promise<MonoAudio[]> {
    this.#decoder ??= await openVorbis();
    return toMono(await this.#decoder.decode(page));
  }

  async finish(): Promise<MonoAudio[]> {
    return this.#decoder === null ? [] : toMono(await this.#decoder.flush());
  }

  close(): void {
    this.#decoder?.free();
    this.#decoder = null;
  }
}

async function openVorbis(): Promise<OggVorbisDecoder> {
  const { OggVorbisDecoder: Vorbis } = await import("@wasm-audio-decoders/ogg-vorbis");
  const decoder = new Vorbis();
  await decoder.ready;
  return decoder;
}
