import type { OpusDecoder } from "opus-decoder";

import { MediaError } from "../media-error.ts";
import { toMono, type MonoAudio } from "./stream-decoder.ts";

/**
 * Decodes the Opus packets of one logical Ogg stream (RFC 7845). WebAssembly isolates the input.
 */
export class OpusStreamDecoder {
  readonly #head: OpusHead;
  #decoder: OpusDecoder | null = null;

  /** Throws MediaError for an invalid head of the stream. */
  constructor(head: Uint8Array) {
    this.#head = readHead(head);
  }

  async decode(packets: Uint8Array[]): Promise<MonoAudio[]> {
    if (packets.length === 0) {
      return [];
    }
    this.#decoder ??= await openOpus(this.#head);
    const audio = toMono(this.#decoder.decodeFrames(packets));
    return this.#head.gain === 1 ? audio : audio.map((part) => amplify(part, this.#head.gain));
  }

  close(): void {
    this.#decoder?.free();
    this.#decoder = null;
  }
}

interface OpusHead {
  channels: number;
  preSkip: number;
  /** The factor of the output gain, by which every sample is multiplied. */
  gain: number;
  streamCount: number;
  coupledStreamCount: number;
  channelMappingTable: number[];
}

const MAX_CHANNELS = 8;

function readHead(bytes: Uint8Array): OpusHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const channels = bytes[9] ?? 0;
  const family = bytes[18] ?? 0;
  const isWhole = bytes.length >= (family === 0 ? 19 : 21 + channels);
  if (!isWhole || channels < 1 || channels > (family === 0 ? 2 : MAX_CHANNELS)) {
    throw new MediaError("sound_unreadable", "The header of the Opus stream is not valid");
  }
  const isStereo = channels === 2;
  const mapped = [...bytes.subarray(21, 21 + channels)];
  const streamCount = family === 0 ? 1 : (bytes[19] ?? 0);
  const coupledStreamCount = family === 0 ? Number(isStereo) : (bytes[20] ?? 0);
  const decoded = streamCount + coupledStreamCount;
  const isMapped = mapped.every((from) => from < decoded || from === 255);
  if (streamCount < 1 || coupledStreamCount > streamCount || decoded > 255 || !isMapped) {
    throw new MediaError("sound_unreadable", "The channels of the Opus stream are not valid");
  }
  const channelMappingTable = family === 0 ? (isStereo ? [0, 1] : [0]) : mapped;
  const preSkip = view.getUint16(10, true);
  const gain = 10 ** (view.getInt16(16, true) / 256 / 20);
  return { channels, preSkip, gain, streamCount, coupledStreamCount, channelMappingTable };
}

function amplify(audio: MonoAudio, gain: number): MonoAudio {
  return { ...audio, samples: audio.samples.map((sample) => sample * gain) };
}

async function openOpus(head: OpusHead): Promise<OpusDecoder> {
  const { OpusDecoder: Opus } = await import("opus-decoder");
  const decoder = new Opus(head);
  await decoder.ready;
  return decoder;
}
