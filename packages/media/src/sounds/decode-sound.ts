import { AudioFormatError, parseWav } from "@linedesk/audio";
import { openDecoder } from "../decoders/open-decoder.ts";
import { soundFormat, type SoundFormat } from "../decoders/sound-format.ts";
import type { MonoAudio } from "../decoders/stream-decoder.ts";
import { SOUND_RATE } from "../encoding/sound-rate.ts";
import { MediaError } from "../media-error.ts";
import { normalizationGain, toShared } from "./normalization-gain.ts";
import { stretchToWholeTicks, SoundCollecting } from "./sound-collecting.ts";

const PIECE_BYTES = 32 * 1024;

/**
 * Decodes WAV, MP3 or Ogg, detected by content, to mono sound in shared memory: at 8 kHz, and also
 * at 16 or 48 kHz if the sound has a wider band. `isNormalised` normalises its loudness. Throws
 * MediaError `sound_unreadable` or `sound_too_large`.
 */
export async function decodeSound(
  bytes: Uint8Array,
  how: { isNormalised: boolean },
): Promise<SharedArrayBuffer> {
  const sound = stretchToWholeTicks(await readSound(bytes));
  return toShared(sound, how.isNormalised ? normalizationGain(sound) : 1);
}

/** Resolves to the same sound as mono samples -1..1 at one of the stored rates. */
export async function readSound(bytes: Uint8Array): Promise<MonoAudio> {
  const format = soundFormat(bytes);
  if (format !== null) {
    return readStream(format, bytes);
  }
  throw new MediaError("sound_unreadable", "The sound is neither WAV nor MP3 nor Ogg");
}

/** Decodes piece by piece, so that a small file with hours of sound cannot fill the memory. */
async function readStream(format: SoundFormat, bytes: Uint8Array): Promise<MonoAudio> {
  const decoder = openDecoder(format);
  const collected = new SoundCollecting();
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      for (const audio of await decoder.decode(bytes.subarray(at, at + PIECE_BYTES))) {
        collected.add(audio);
      }
    }
    for (const audio of await decoder.finish()) {
      collected.add(audio);
    }
  } catch (cause) {
    if (cause instanceof MediaError) {
      throw cause;
    }
    throw new MediaError("sound_unreadable", `The ${formatNames[format]} is broken`, { cause });
  } finally {
    decoder.close();
  }
  if (collected.length === 0 && format === "wav") {
    return parseWholeWav(bytes);
  }
  if (collected.length === 0) {
    throw new MediaError("sound_unreadable", `The ${formatNames[format]} contains no audio`);
  }
  return collected.join();
}

/** Returns an empty sound for a WAV without samples. Throws the reader's error for a broken WAV. */
function parseWholeWav(bytes: Uint8Array): MonoAudio {
  try {
    const { samples } = parseWav(bytes);
    return { sampleRate: SOUND_RATE, samples: samples.subarray(0, 0) };
  } catch (cause) {
    if (!(cause instanceof AudioFormatError)) {
      throw cause;
    }
    throw new MediaError("sound_unreadable", cause.message, { cause });
  }
}

const formatNames = { wav: "WAV", mp3: "MP3", ogg: "Ogg" };
