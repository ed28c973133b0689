import type { OpusOptions } from "@linedesk/audio";
import type { AudioEncoder } from "./codec-facts.ts";
import type { OpusLibrary } from "./opus.ts";

/** 32 kbit/s is enough for full-band speech (RFC 7587 section 3.1.1). */
const USUAL_BITRATE = 32_000;
/** The bitrate in low-delay mode, in which Opus uses only CELT and needs more bits. */
const LOW_DELAY_BITRATE = 64_000;
/** In this mode Opus looks ahead by 2.5 ms instead of 6.5 (opus_defines.h). */
const RESTRICTED_LOWDELAY = 2051;
const COMPLEXITY = 5;
/** The modes of Opus (opus_private.h): only CELT, or its own choice between SILK and CELT. */
const modes = { celt: 1002, any: -1000 } as const;

export class OpusEncoder implements AudioEncoder {
  readonly #library: OpusLibrary;
  #state: number;

  constructor(library: OpusLibrary, opusOptions: OpusOptions) {
    this.#library = library;
    this.#state = library.make("encoder");
    const usual = opusOptions.lowDelay === true ? LOW_DELAY_BITRATE : USUAL_BITRATE;
    if (opusOptions.lowDelay === true) {
      library.set(this.#state, "application", RESTRICTED_LOWDELAY);
    }
    library.set(this.#state, "bitrate", opusOptions.maxAverageBitrate ?? usual);
    library.set(this.#state, "complexity", COMPLEXITY);
    library.set(this.#state, "inBandFec", opusOptions.inBandFec ? 1 : 0);
  }

  encode(samples: Int16Array | null, out: Uint8Array, to: number): number {
    return this.#library.encode(this.#state, samples, out, to);
  }

  restart(): void {
    this.#library.set(this.#state, "reset", 0);
  }

  /**
   * SILK predicts each frame from earlier frames, so a decoder that receives packets of another
   * encoder may become louder and louder. CELT depends only on the last few packets.
   */
  setJoinable(isJoinable: boolean): void {
    this.#library.set(this.#state, "mode", isJoinable ? modes.celt : modes.any);
  }

  /** With more loss, each packet contains more redundancy about the previous one. */
  expectLoss(share: number): void {
    this.#library.set(this.#state, "packetLoss", Math.round(Math.min(1, share) * 100));
  }

  close(): void {
    if (this.#state !== 0) {
      this.#library.drop(this.#state);
    }
    this.#state = 0;
  }
}
