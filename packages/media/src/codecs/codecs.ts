import { g711, G722Decoder, G722Encoder, type G711, type AudioCodec } from "@linedesk/audio";
import {
  codecFacts,
  samplesPerTick,
  type AudioDecoder,
  type AudioEncoder,
  type StreamFormat,
} from "./codec-facts.ts";
import { OpusDecoder } from "./opus-decoder.ts";
import { OpusEncoder } from "./opus-encoder.ts";
import type { OpusLibrary } from "./opus.ts";

/** G.711 and G.722 both use 64 kbit/s. */
const BYTES_PER_MS = 8;

export class Codecs {
  readonly #opus: OpusLibrary | null;

  constructor(opus: OpusLibrary | null) {
    this.#opus = opus;
  }

  supports(codec: AudioCodec): boolean {
    return codec !== "opus" || this.#opus !== null;
  }

  /** Throws for an unsupported codec, which the exchange must never offer. */
  openEncoder(format: StreamFormat): AudioEncoder {
    switch (format.codec) {
      case "PCMU":
      case "PCMA":
        return new G711Encoder(g711(format.codec));
      case "G722":
        return new WidebandEncoder();
      case "opus":
        return new OpusEncoder(
          this.#library(),
          format.opus ?? { maxAverageBitrate: null, inBandFec: false },
        );
    }
  }

  openDecoder(codec: AudioCodec): AudioDecoder {
    switch (codec) {
      case "PCMU":
      case "PCMA":
        return new G711Decoder(g711(codec));
      case "G722":
        return new WidebandDecoder();
      case "opus":
        return new OpusDecoder(this.#library());
    }
  }

  #library(): OpusLibrary {
    if (this.#opus === null) {
      throw new Error("Opus is not available");
    }
    return this.#opus;
  }
}

function nothingToClose(): void {
  // Codecs in TypeScript use no memory of WebAssembly that must be freed.
}

function nothingToForget(): void {
  // G.711 is stateless: it encodes each sample independently.
}

class G711Encoder implements AudioEncoder {
  readonly #law: G711;
  readonly close = nothingToClose;
  readonly restart = nothingToForget;

  constructor(law: G711) {
    this.#law = law;
  }

  encode(samples: Int16Array | null, out: Uint8Array, to: number): number {
    const { maxTickBytes } = codecFacts.PCMU;
    if (samples === null) {
      out.fill(this.#law.silence, to, to + maxTickBytes);
    } else {
      this.#law.encode(samples, maxTickBytes, out, to);
    }
    return maxTickBytes;
  }
}

export class G711Decoder implements AudioDecoder {
  readonly isStateful = false;
  readonly #law: G711;
  readonly close = nothingToClose;

  constructor(law: G711) {
    this.#law = law;
  }

  durationMs(_bytes: Uint8Array, _from: number, length: number): number {
    return length / BYTES_PER_MS;
  }

  decode(bytes: Uint8Array, from: number, length: number, out: Int16Array): number {
    this.#law.decode(bytes, from, length, out);
    return length;
  }
}

const wideband = samplesPerTick(codecFacts.G722.sampleRate);
const silence = new Int16Array(wideband);

class WidebandEncoder implements AudioEncoder {
  #coder = new G722Encoder();
  readonly close = nothingToClose;

  restart(): void {
    this.#coder = new G722Encoder();
  }

  encode(samples: Int16Array | null, out: Uint8Array, to: number): number {
    return this.#coder.encode(samples ?? silence, wideband, out, to);
  }
}

class WidebandDecoder implements AudioDecoder {
  readonly isStateful = true;
  readonly #decoder = new G722Decoder();
  readonly close = nothingToClose;

  durationMs(_bytes: Uint8Array, _from: number, length: number): number {
    return length / BYTES_PER_MS;
  }

  decode(bytes: Uint8Array, from: number, length: number, out: Int16Array): number {
    return this.#decoder.decode(bytes, from, length, out);
  }
}
