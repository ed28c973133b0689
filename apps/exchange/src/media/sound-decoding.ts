import { AudioFormatError, parseWav, resample } from "@linedesk/audio";
import { MediaError } from "./media-error.ts";

/** What sounds are kept at. */
const sampleRate = 8000;
const maxSoundMs = 15 * 60_000;

/**
 * WAV or MP3 bytes, told apart by their content, to mono samples at 8 kHz in shared memory.
 * Throws MediaError `sound_unreadable` or `sound_too_large`.
 */
export async function decodeSound(bytes: Uint8Array): Promise<SharedArrayBuffer> {
  const audio = isWav(bytes) ? readWav(bytes) : await readMp3(bytes);
  if (audio.samples.length > (audio.sampleRate * maxSoundMs) / 1000) {
    throw new MediaError("sound_too_large", "The sound is longer than 15 minutes");
  }
  return toShared(resample(audio.samples, audio.sampleRate, sampleRate));
}

interface MonoAudio {
  sampleRate: number;
  samples: Float32Array;
}

function isWav(bytes: Uint8Array): boolean {
  return startsWith(bytes, "RIFF");
}

function isMp3(bytes: Uint8Array): boolean {
  const isFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0;
  return isFrame || startsWith(bytes, "ID3");
}

function startsWith(bytes: Uint8Array, word: string): boolean {
  return Array.from(word).every((letter, i) => bytes[i] === letter.charCodeAt(0));
}

function readWav(bytes: Uint8Array): MonoAudio {
  try {
    return parseWav(bytes);
  } catch (cause) {
    if (!(cause instanceof AudioFormatError)) throw cause;
    throw new MediaError("sound_unreadable", cause.message, { cause });
  }
}

async function readMp3(bytes: Uint8Array): Promise<MonoAudio> {
  if (!isMp3(bytes)) throw new MediaError("sound_unreadable", "The sound is neither WAV nor MP3");
  // Loaded when first needed: most stations play WAV and need no WebAssembly.
  const { MPEGDecoder } = await import("mpg123-decoder");
  const decoder = new MPEGDecoder();
  try {
    await decoder.ready;
    const decoded = decoder.decode(bytes);
    if (decoded.samplesDecoded === 0) {
      throw new MediaError("sound_unreadable", "The MP3 holds no audio");
    }
    return { sampleRate: decoded.sampleRate, samples: average(decoded.channelData) };
  } finally {
    decoder.free();
  }
}

function average(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0), ...others] = channels;
  return first.map(
    (sample, i) => others.reduce((sum, other) => sum + (other[i] ?? 0), sample) / channels.length,
  );
}

function toShared(samples: Float32Array): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(samples.length * 2);
  const out = new Int16Array(shared);
  for (let i = 0; i < samples.length; i += 1) {
    const sample = Math.round((samples[i] ?? 0) * 32_767);
    out[i] = Math.max(-32_768, Math.min(32_767, sample));
  }
  return shared;
}
