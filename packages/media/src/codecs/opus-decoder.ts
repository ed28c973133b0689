import type { AudioDecoder } from "./codec-facts.ts";
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

/** RFC 6716 section 3.1: the configuration in the first byte of a packet selects the duration. */
const silkFrameMs = [10, 20, 40, 60];
const hybridFrameMs = [10, 20];
const celtFrameMs = [2.5, 5, 10, 20];
const MAX_MS = 120;

/** Returns the duration that the first two bytes of an Opus packet declare. */
export function opusDurationMs(first: number, second: number): number {
  return Math.min(MAX_MS, Math.max(1, framesIn(first, second)) * frameMs(first >> 3));
}

function frameMs(configuration: number): number {
  if (configuration < 12) {
    return silkFrameMs[configuration & 3] ?? MAX_MS;
  }
  if (configuration < 16) {
    return hybridFrameMs[configuration & 1] ?? MAX_MS;
  }
  return celtFrameMs[configuration & 3] ?? MAX_MS;
}

function framesIn(first: number, second: number): number {
  const code = first & 3;
  if (code === 3) {
    return second & 0x3f;
  }
  return code === 0 ? 1 : 2;
}
