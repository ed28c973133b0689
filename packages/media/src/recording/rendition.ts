import { open, rename, rm, stat, type FileHandle } from "node:fs/promises";

import { openMp3Encoder } from "./mp3-encoder.ts";
import {
  bytesPerFrame,
  readWavHeader,
  wavHeader,
  WAV_HEADER_BYTES,
  type WavFormat,
} from "./wav-header.ts";

/** Another form of a recording: an MP3, or one channel of what has two. */
export interface RenditionOrder {
  from: string;
  to: string;
  type: "wav" | "mp3";
  channels: 1 | 2;
}

const PIECE_FRAMES = 16_000;

interface Encoder {
  encode(channels: Float32Array[]): Uint8Array;
  finish(): Uint8Array;
}

/** Where it lies until it is whole. */
export function partialPath(path: string): string {
  return `${path}.new`;
}

/**
 * Makes it beside and renames it, piece by piece, and tells how many bytes of it are there; answers
 * its size.
 */
export async function makeRendition(
  order: RenditionOrder,
  onWritten: (bytes: number) => void = () => undefined,
): Promise<number> {
  const beside = partialPath(order.to);
  const from = await open(order.from, "r");
  try {
    const to = await open(beside, "w", 0o600);
    try {
      await convert(order, from, new Output(to, onWritten));
    } finally {
      await to.close();
    }
    await rename(beside, order.to);
    return (await stat(order.to)).size;
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  } finally {
    await from.close();
  }
}

async function convert(order: RenditionOrder, from: FileHandle, to: Output): Promise<void> {
  const format = await readFormat(from);
  const { size } = await from.stat();
  const frames = Math.floor((size - WAV_HEADER_BYTES) / bytesPerFrame(format));
  const made: WavFormat = { sampleRate: format.sampleRate, channels: order.channels };
  const encoder = order.type === "mp3" ? await openMp3Encoder(made) : pcmEncoder();
  if (order.type === "wav") {
    await to.write(wavHeader(made, frames * bytesPerFrame(made)));
  }
  const piece = Buffer.alloc(PIECE_FRAMES * bytesPerFrame(format));
  for (let done = 0; done < frames; done += PIECE_FRAMES) {
    const length = Math.min(PIECE_FRAMES, frames - done) * bytesPerFrame(format);
    const at = WAV_HEADER_BYTES + done * bytesPerFrame(format);
    const { bytesRead } = await from.read(piece, 0, length, at);
    const channels = readChannels(piece.subarray(0, bytesRead), format, order.channels);
    await to.write(encoder.encode(channels));
  }
  await to.write(encoder.finish());
}

class Output {
  readonly #file: FileHandle;
  readonly #onWritten: (bytes: number) => void;
  #bytes = 0;

  constructor(file: FileHandle, onWritten: (bytes: number) => void) {
    this.#file = file;
    this.#onWritten = onWritten;
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) {
      return;
    }
    await this.#file.writeFile(bytes);
    this.#bytes += bytes.length;
    this.#onWritten(this.#bytes);
  }
}

async function readFormat(from: FileHandle): Promise<WavFormat> {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  await from.read(header, 0, header.length, 0);
  const format = readWavHeader(header);
  if (format === null) {
    throw new Error("The recording has no header");
  }
  return format;
}

/** Two channels asked for as one are summed, as one that was recorded so. */
function readChannels(piece: Buffer, format: WavFormat, wanted: 1 | 2): Float32Array[] {
  const frames = Math.floor(piece.length / bytesPerFrame(format));
  const all = Array.from({ length: format.channels }, (_, channel) =>
    Float32Array.from(
      { length: frames },
      (_sample, frame) => piece.readInt16LE((frame * format.channels + channel) * 2) / 32_768,
    ),
  );
  const [first, second] = all;
  if (wanted === 2 || first === undefined || second === undefined) {
    return all;
  }
  return [first.map((sample, i) => Math.max(-1, Math.min(1, sample + (second[i] ?? 0))))];
}

function pcmEncoder(): Encoder {
  return {
    encode: ([samples = new Float32Array(0)]) => {
      const bytes = Buffer.alloc(samples.length * 2);
      samples.forEach((sample, i) =>
        bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))), i * 2),
      );
      return bytes;
    },
    finish: () => new Uint8Array(0),
  };
}
