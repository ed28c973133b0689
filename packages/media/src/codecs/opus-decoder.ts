import type { AudioDecoder } from "./audio-codec.ts";
import { opusDurationMs } from "./opus-duration.ts";
import { MAX_OPUS_SAMPLES, type OpusLibrary } from "./opus.ts";

export class OpusDecoder implements AudioDecoder {
  readonly isStateful = true;
  readonly #library: OpusLibrary;
  #state: number;

  constructor(library: OpusLibrary) {
    this.#library = library;
    this.#state = library.make("decoder");
  }

  durationMs(bytes: Uint8Array, from: number): number {
    return opusDurationMs(bytes[from] ?? 0, bytes[from + 1] ?? 0);
  }

  decode(bytes: Uint8Array, from: number, length: number, out: Int16Array): number {
    const wanted = { samples: MAX_OPUS_SAMPLES, fec: false, out };
    return this.#library.decode(this.#state, { bytes, from, length }, wanted);
  }

  recover(payload: Uint8Array, out: Int16Array, samples: number): number {
    const whole = { bytes: payload, from: 0, length: payload.length };
    return this.#library.decode(this.#state, whole, { samples, fec: true, out });
  }

  conceal(out: Int16Array, samples: number): number {
    return this.#library.decode(this.#state, null, { samples, fec: false, out });
  }

  close(): void {
    if (this.#state !== 0) {
      this.#library.drop(this.#state);
    }
    this.#state = 0;
  }
}
