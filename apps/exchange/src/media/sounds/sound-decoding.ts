import { AudioFormatError, parseWav, resample, StreamResampler } from "@linedesk/audio";
import { MediaError } from "../media-error.ts";
import { openDecoder, type StreamFormat } from "../decoders/open-decoder.ts";
import { soundFormat } from "../decoders/sound-format.ts";
import { evenGain, toShared } from "./sound-level.ts";
import { soundRate } from "./sound-rate.ts";

const maxSoundMs = 15 * 60_000;
const maxSamples = (maxSoundMs * soundRate) / 1000;
const pieceBytes = 32 * 1024;

/**
 * WAV, MP3 or Ogg bytes, told apart by their content, to mono samples at 8 kHz in shared memory,
 * brought to our level where that is asked for. Throws MediaError `sound_unreadable` or
 * `sound_too_large`.
 */
export async function decodeSound(
  bytes: Uint8Array,
  how: { isEvened: boolean },
): Promise<SharedArrayBuffer> {
  const samples = await decode(bytes);
  return toShared(samples, how.isEvened ? evenGain(samples) : 1);
}

async function decode(bytes: Uint8Array): Promise<Float32Array> {
  const format = soundFormat(bytes);
  switch (format) {
    case "wav":
      return readWav(bytes);
    case "mp3":
    case "ogg":
      return readStream(format, bytes);
    case null:
      throw new MediaError("sound_unreadable", "The sound is neither WAV nor MP3 nor Ogg");
  }
}

function readWav(bytes: Uint8Array): Float32Array {
  try {
    const wav = parseWav(bytes);
    if (wav.samples.length > (wav.sampleRate * maxSoundMs) / 1000) throw tooLong();
    return resample(wav.samples, wav.sampleRate, soundRate);
  } catch (cause) {
    if (!(cause instanceof AudioFormatError)) throw cause;
    throw new MediaError("sound_unreadable", cause.message, { cause });
  }
}

/** Piece by piece, so that a small file that holds hours does not fill the memory with them. */
async function readStream(format: StreamFormat, bytes: Uint8Array): Promise<Float32Array> {
  const decoder = openDecoder(format);
  const collected = new Collected();
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      for (const audio of await decoder.decode(bytes.subarray(at, at + pieceBytes))) {
        collected.add(audio);
      }
    }
    for (const audio of await decoder.finish()) collected.add(audio);
  } catch (cause) {
    if (cause instanceof MediaError) throw cause;
    throw new MediaError("sound_unreadable", `The ${formatNames[format]} is broken`, { cause });
  } finally {
    decoder.close();
  }
  if (collected.length === 0) {
    throw new MediaError("sound_unreadable", `The ${formatNames[format]} holds no audio`);
  }
  return collected.join();
}

const formatNames = { mp3: "MP3", ogg: "Ogg" };

/** What was decoded until now, at our rate. */
class Collected {
  readonly #parts: Float32Array[] = [];
  #resampler: { fromHz: number; stream: StreamResampler } | null = null;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(audio: { sampleRate: number; samples: Float32Array }): void {
    if (this.#resampler?.fromHz !== audio.sampleRate) {
      this.#endRate();
      const stream = new StreamResampler(audio.sampleRate, soundRate);
      this.#resampler = { fromHz: audio.sampleRate, stream };
    }
    this.#keep(this.#resampler.stream.push(audio.samples));
  }

  join(): Float32Array {
    this.#endRate();
    const joined = new Float32Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      joined.set(part, at);
      at += part.length;
    }
    return joined;
  }

  #endRate(): void {
    if (this.#resampler !== null) this.#keep(this.#resampler.stream.finish());
    this.#resampler = null;
  }

  #keep(part: Float32Array): void {
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length > maxSamples) throw tooLong();
  }
}

function tooLong(): MediaError {
  return new MediaError("sound_too_large", "The sound is longer than 15 minutes");
}
