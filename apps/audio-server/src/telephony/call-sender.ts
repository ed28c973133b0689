import { randomInt } from "node:crypto";

import { muLaw, readOpusParameters, StreamResampler } from "@linedesk/audio";
import { OpusEncoder, type OpusLibrary } from "@linedesk/media";
import { fromInt16, SAMPLE_RATE, toInt16 } from "../sound/block.ts";

export interface SentFormat {
  codec: "opus" | "PCMU";
  packetMs: 10 | 20;
  parameters: string;
}

export interface SentPacket {
  sequence: number;
  timestamp: number;
  payload: Buffer;
}

/** Encodes the samples of one packet into `out`. Returns the number of bytes. */
interface Coder {
  rate: number;
  encode(samples: Int16Array, out: Uint8Array): number;
  close(): void;
}

const PCMU_RATE = 8000;
const MAX_PAYLOAD_BYTES = 1275;

/**
 * Makes packets from a line's blocks. If the far end accepts packets of 10 ms, each block is sent
 * at once, otherwise together with the next block.
 */
export class CallSender {
  readonly #coder: Coder;
  readonly #resampler: StreamResampler | null;
  readonly #samples: Int16Array;
  readonly #coded = new Uint8Array(MAX_PAYLOAD_BYTES);
  readonly #send: (packet: SentPacket) => void;
  #filled = 0;
  // A start in the lower half keeps SRTP's rollover count right if packets are lost (RFC 4568 6.4).
  #sequence = randomInt(0x8000);
  #timestamp = randomInt(0xffffffff);

  constructor(format: SentFormat, opus: OpusLibrary | null, send: (packet: SentPacket) => void) {
    const isOpus = format.codec === "opus" && opus !== null;
    this.#coder = isOpus ? openOpus(format, opus) : openPcmu();
    const { rate } = this.#coder;
    this.#resampler = rate === SAMPLE_RATE ? null : new StreamResampler(SAMPLE_RATE, rate);
    this.#samples = new Int16Array((rate * format.packetMs) / 1000);
    this.#send = send;
  }

  push(block: Int16Array): void {
    const samples = this.#resampler === null ? block : narrow(block, this.#resampler);
    for (let at = 0; at < samples.length;) {
      const count = Math.min(this.#samples.length - this.#filled, samples.length - at);
      this.#samples.set(samples.subarray(at, at + count), this.#filled);
      this.#filled += count;
      at += count;
      if (this.#filled === this.#samples.length) {
        this.#filled = 0;
        this.#emit();
      }
    }
  }

  close(): void {
    this.#coder.close();
  }

  #emit(): void {
    const length = this.#coder.encode(this.#samples, this.#coded);
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#timestamp = (this.#timestamp + this.#samples.length) >>> 0;
    const payload = Buffer.from(this.#coded.subarray(0, length));
    this.#send({ sequence: this.#sequence, timestamp: this.#timestamp, payload });
  }
}

function openOpus({ parameters }: SentFormat, opus: OpusLibrary): Coder {
  const { maxAverageBitrate } = readOpusParameters(parameters);
  const encoder = new OpusEncoder(opus, { maxAverageBitrate, inBandFec: false, lowDelay: true });
  return {
    rate: SAMPLE_RATE,
    encode: (samples, out) => encoder.encode(samples, out, 0),
    close: () => encoder.close(),
  };
}

function openPcmu(): Coder {
  return {
    rate: PCMU_RATE,
    encode(samples, out) {
      muLaw.encode(samples, samples.length, out, 0);
      return samples.length;
    },
    close: () => undefined,
  };
}

function narrow(block: Int16Array, resampler: StreamResampler): Int16Array {
  const samples = resampler.push(fromInt16(block, new Float32Array(block.length)));
  return toInt16(samples, new Int16Array(samples.length));
}
