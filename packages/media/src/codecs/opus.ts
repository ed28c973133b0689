import { z } from "zod";

import { codecFacts, samplesPerTick } from "./codec-facts.ts";
import { loadOpusWasm, type OpusExports } from "./opus-wasm.ts";

/** An Opus packet contains at most 120 ms. */
export const MAX_OPUS_SAMPLES = 5760;
const { sampleRate, maxTickBytes } = codecFacts.opus;
const tickSamples = samplesPerTick(sampleRate);

/** Request numbers of the codec's interface (opus_defines.h). */
const request = {
  application: 4000,
  bitrate: 4002,
  complexity: 4010,
  inBandFec: 4012,
  packetLoss: 4014,
  reset: 4028,
  mode: 11_002,
} as const;
const APPLICATION_VOIP = 2048;
const pointer = z.number();

/**
 * Wraps libopus and two buffers in its memory. Every packet and its samples are copied through
 * these buffers, so that no packet allocates an array. One instance serves all legs of a thread.
 */
export class OpusLibrary {
  readonly #wasm: OpusExports;
  readonly #packet: number;
  readonly #samples: number;
  #bytes: Uint8Array;
  #pcm: Int16Array;

  private constructor(wasm: OpusExports) {
    this.#wasm = wasm;
    this.#packet = pointer.parse(wasm.malloc(maxTickBytes));
    this.#samples = pointer.parse(wasm.malloc(MAX_OPUS_SAMPLES * 2));
    this.#bytes = new Uint8Array(wasm.memory.buffer);
    this.#pcm = new Int16Array(wasm.memory.buffer);
  }

  /** Resolves to `null` if no libopus runs on this machine. Opus is then never offered. */
  static async load(): Promise<OpusLibrary | null> {
    const wasm = await loadOpusWasm();
    return wasm === null ? null : new OpusLibrary(wasm);
  }

  /** The memory that libopus has allocated so far. It reuses freed memory but never returns it. */
  get memoryBytes(): number {
    return this.#wasm.memory.buffer.byteLength;
  }

  /** Returns the pointer to the new state. The caller must free it with `drop`. */
  make(kind: "encoder" | "decoder"): number {
    const wasm = this.#wasm;
    const isEncoder = kind === "encoder";
    const size = isEncoder ? wasm.opus_encoder_get_size(1) : wasm.opus_decoder_get_size(1);
    const state = wasm.malloc(size);
    const failed = isEncoder
      ? wasm.opus_encoder_init(state, sampleRate, 1, APPLICATION_VOIP)
      : wasm.opus_decoder_init(state, sampleRate, 1);
    if (state === 0 || failed !== 0) {
      throw new Error(`Opus has no ${kind}: ${failed}`);
    }
    return state;
  }

  drop(state: number): void {
    this.#wasm.free(state);
  }

  set(encoder: number, what: keyof typeof request, value: number): void {
    this.#wasm.opus_encoder_ctl_set(encoder, request[what], value);
  }

  encode(encoder: number, samples: Int16Array | null, out: Uint8Array, to: number): number {
    this.#check();
    const at = this.#samples / 2;
    const frames = samples?.length ?? tickSamples;
    if (samples === null) {
      this.#pcm.fill(0, at, at + tickSamples);
    } else {
      this.#pcm.set(samples, at);
    }
    const { opus_encode: encode } = this.#wasm;
    const length = encode(encoder, this.#samples, frames, this.#packet, maxTickBytes);
    if (length <= 0) {
      return 0;
    }
    this.#check();
    for (let i = 0; i < length; i += 1) {
      out[to + i] = this.#bytes[this.#packet + i] ?? 0;
    }
    return length;
  }

  /**
   * A `null` payload means a lost packet. With `fec` the method decodes the redundant data about
   * the previous packet.
   */
  decode(
    decoder: number,
    payload: { bytes: Uint8Array; from: number; length: number } | null,
    wanted: { samples: number; fec: boolean; out: Int16Array },
  ): number {
    this.#check();
    const length = payload === null ? 0 : Math.min(payload.length, maxTickBytes);
    for (let i = 0; i < length; i += 1) {
      this.#bytes[this.#packet + i] = payload?.bytes[payload.from + i] ?? 0;
    }
    const from = payload === null ? 0 : this.#packet;
    const room = Math.min(wanted.samples, wanted.out.length, MAX_OPUS_SAMPLES);
    const { opus_decode: decode } = this.#wasm;
    const count = decode(decoder, from, length, this.#samples, room, wanted.fec ? 1 : 0);
    if (count <= 0) {
      return 0;
    }
    this.#check();
    const at = this.#samples / 2;
    for (let i = 0; i < count; i += 1) {
      wanted.out[i] = this.#pcm[at + i] ?? 0;
    }
    return count;
  }

  /**
   * When the memory grows, it gets a new buffer, and views of the old buffer are empty, so this
   * method replaces them.
   */
  #check(): void {
    const { buffer } = this.#wasm.memory;
    if (this.#bytes.buffer === buffer) {
      return;
    }
    this.#bytes = new Uint8Array(buffer);
    this.#pcm = new Int16Array(buffer);
  }
}
