import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { z } from "zod";
import { codecFacts, samplesPerTick, type AudioDecoder, type AudioEncoder } from "./audio-codec.ts";
import type { OpusWish } from "../media-port.ts";

/** 32 kbit/s carries speech of the full band (RFC 7587 section 3.1.1). */
const usualBitrate = 32_000;
const complexity = 5;
/** An Opus packet is at most 120 ms long. */
const maxSamples = 5760;
const { sampleRate, maxTickBytes } = codecFacts.opus;
const tickSamples = samplesPerTick(sampleRate);

/** Requests of the codec's interface (opus_defines.h). */
const request = {
  bitrate: 4002,
  complexity: 4010,
  inBandFec: 4012,
  packetLoss: 4014,
  reset: 4028,
  mode: 11_002,
} as const;
/** Values of its mode (opus_private.h): the transform coder alone, or whatever it thinks best. */
const modes = { transform: 1002, any: -1000 } as const;
const applicationVoip = 2048;

const pointer = z.number();
const call = z.custom<(...args: number[]) => number>((value) => typeof value === "function");
const exportsShape = z.object({
  memory: z.instanceof(WebAssembly.Memory),
  malloc: call,
  free: call,
  opus_encoder_get_size: call,
  opus_encoder_init: call,
  opus_encoder_ctl_set: call,
  opus_encode: call,
  opus_decoder_get_size: call,
  opus_decoder_init: call,
  opus_decode: call,
});
type Exports = z.infer<typeof exportsShape>;

/**
 * The only file that knows @evan/opus. Its libopus is used as the WebAssembly that it ships, since
 * its own classes can neither conceal nor correct errors and make a new array for each packet.
 * One instance serves all legs of a thread.
 */
export class OpusLibrary {
  readonly #wasm: Exports;
  readonly #packet: number;
  readonly #samples: number;
  #bytes: Uint8Array;
  #pcm: Int16Array;

  private constructor(wasm: Exports) {
    this.#wasm = wasm;
    this.#packet = pointer.parse(wasm.malloc(maxTickBytes));
    this.#samples = pointer.parse(wasm.malloc(maxSamples * 2));
    this.#bytes = new Uint8Array(wasm.memory.buffer);
    this.#pcm = new Int16Array(wasm.memory.buffer);
  }

  /** Null where there is no such library for this machine: then nobody is offered Opus. */
  static async load(): Promise<OpusLibrary | null> {
    for (const file of libraryFiles()) {
      const module = await compiled(file);
      if (module !== null) return new OpusLibrary(await started(module));
    }
    return null;
  }

  /** All that libopus has taken so far; it never gives back, but uses again. */
  get memoryBytes(): number {
    return this.#wasm.memory.buffer.byteLength;
  }

  openEncoder(wish: OpusWish): OpusEncoder {
    return new OpusEncoder(this, wish);
  }

  openDecoder(): OpusDecoder {
    return new OpusDecoder(this);
  }

  /** For the two classes of this file. */
  make(kind: "encoder" | "decoder"): number {
    const wasm = this.#wasm;
    const isEncoder = kind === "encoder";
    const size = isEncoder ? wasm.opus_encoder_get_size(1) : wasm.opus_decoder_get_size(1);
    const state = wasm.malloc(size);
    const failed = isEncoder
      ? wasm.opus_encoder_init(state, sampleRate, 1, applicationVoip)
      : wasm.opus_decoder_init(state, sampleRate, 1);
    if (state === 0 || failed !== 0) throw new Error(`Opus has no ${kind}: ${failed}`);
    return state;
  }

  drop(state: number): void {
    this.#wasm.free(state);
  }

  set(encoder: number, what: keyof typeof request, value: number): void {
    this.#wasm.opus_encoder_ctl_set(encoder, request[what], value);
  }

  encode(encoder: number, samples: Int16Array | null, out: Uint8Array, to: number): number {
    this.#look();
    const at = this.#samples / 2;
    if (samples === null) this.#pcm.fill(0, at, at + tickSamples);
    else this.#pcm.set(samples, at);
    const { opus_encode: encode } = this.#wasm;
    const length = encode(encoder, this.#samples, tickSamples, this.#packet, maxTickBytes);
    if (length <= 0) return 0;
    this.#look();
    for (let i = 0; i < length; i += 1) out[to + i] = this.#bytes[this.#packet + i] ?? 0;
    return length;
  }

  /** A payload of null is a lost one; `fec` asks for what the payload says of the one before it. */
  decode(
    decoder: number,
    payload: { bytes: Uint8Array; from: number; length: number } | null,
    wanted: { samples: number; fec: boolean; out: Int16Array },
  ): number {
    this.#look();
    const length = payload === null ? 0 : Math.min(payload.length, maxTickBytes);
    for (let i = 0; i < length; i += 1) {
      this.#bytes[this.#packet + i] = payload?.bytes[payload.from + i] ?? 0;
    }
    const from = payload === null ? 0 : this.#packet;
    const room = Math.min(wanted.samples, wanted.out.length, maxSamples);
    const { opus_decode: decode } = this.#wasm;
    const count = decode(decoder, from, length, this.#samples, room, wanted.fec ? 1 : 0);
    if (count <= 0) return 0;
    this.#look();
    const at = this.#samples / 2;
    for (let i = 0; i < count; i += 1) wanted.out[i] = this.#pcm[at + i] ?? 0;
    return count;
  }

  /** Growing memory is another memory: views of the old one are empty. */
  #look(): void {
    const { buffer } = this.#wasm.memory;
    if (this.#bytes.buffer === buffer) return;
    this.#bytes = new Uint8Array(buffer);
    this.#pcm = new Int16Array(buffer);
  }
}

class OpusEncoder implements AudioEncoder {
  readonly #library: OpusLibrary;
  #state: number;

  constructor(library: OpusLibrary, wish: OpusWish) {
    this.#library = library;
    this.#state = library.make("encoder");
    library.set(this.#state, "bitrate", wish.maxAverageBitrate ?? usualBitrate);
    library.set(this.#state, "complexity", complexity);
    library.set(this.#state, "inBandFec", wish.inBandFec ? 1 : 0);
  }

  encode(samples: Int16Array | null, out: Uint8Array, to: number): number {
    return this.#library.encode(this.#state, samples, out, to);
  }

  restart(): void {
    this.#library.set(this.#state, "reset", 0);
  }

  /**
   * Its speech coder goes on from its last waves: a decoder that is given another one's packets may
   * become louder and louder. The transform coder forgets within a few packets.
   */
  setJoinable(isJoinable: boolean): void {
    this.#library.set(this.#state, "mode", isJoinable ? modes.transform : modes.any);
  }

  /** The more is lost on the way, the more each packet says of the one before it. */
  expectLoss(share: number): void {
    this.#library.set(this.#state, "packetLoss", Math.round(Math.min(1, share) * 100));
  }

  close(): void {
    if (this.#state !== 0) this.#library.drop(this.#state);
    this.#state = 0;
  }
}

class OpusDecoder implements AudioDecoder {
  readonly isStateful = true;
  readonly #library: OpusLibrary;
  #state: number;

  constructor(library: OpusLibrary) {
    this.#library = library;
    this.#state = library.make("decoder");
  }

  decode(bytes: Uint8Array, from: number, length: number, out: Int16Array): number {
    const wanted = { samples: maxSamples, fec: false, out };
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
    if (this.#state !== 0) this.#library.drop(this.#state);
    this.#state = 0;
  }
}

/** The second one is for machines without vector instructions. */
function libraryFiles(): string[] {
  const require = createRequire(import.meta.url);
  try {
    return [
      require.resolve("@evan/opus/wasm/simd.wasm"),
      require.resolve("@evan/opus/wasm/opus.wasm"),
    ];
  } catch {
    // Not installed: the calls go on in G.711.
    return [];
  }
}

async function compiled(file: string): Promise<WebAssembly.Module | null> {
  try {
    return await WebAssembly.compile(await readFile(file));
  } catch {
    // Refused by this machine: the next one, or none, is the answer.
    return null;
  }
}

async function started(module: WebAssembly.Module): Promise<Exports> {
  const nothing = () => 0;
  const instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: {
      fd_seek: nothing,
      fd_write: nothing,
      fd_close: nothing,
      proc_exit: nothing,
    },
    env: { emscripten_notify_memory_growth: nothing },
  });
  return exportsShape.parse(instance.exports);
}
