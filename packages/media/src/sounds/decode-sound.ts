import { parseAiff, parseWav, trimWav } from "@linedesk/audio";
import { decodeAac } from "../decoders/decode-aac.ts";
import { openDecoder } from "../decoders/open-decoder.ts";
import { asMediaError, PcmDecoder } from "../decoders/pcm-decoder.ts";
import { skipPrelude } from "../decoders/skip-prelude.ts";
import {
  describeUnreadable,
  findSoundFormat,
  MEDIA_NAMES,
  type SoundFormat,
  type LiveFormat,
} from "../decoders/sound-format.ts";
import type { MonoAudio, StreamDecoder } from "../decoders/stream-decoder.ts";
import { NARROWBAND_RATE } from "../encoding/narrowband-rate.ts";
import { MediaError } from "../media-error.ts";
import { normalizationGain, toShared } from "./normalization-gain.ts";
import { MAX_SOUND_MS, stretchToWholeTicks, SoundCollecting } from "./sound-collecting.ts";

const PIECE_BYTES = 32 * 1024;

/** A decoded sound, as mono samples -1..1 at one of the stored rates. */
export interface ReadSound extends MonoAudio {
  format: SoundFormat;
}

/**
 * Decodes a sound, whose format it detects by content, to mono sound in shared memory: at 8 kHz,
 * and also at 16 or 48 kHz if the sound has a wider band. `isNormalised` normalises its loudness.
 * Throws MediaError `sound_unreadable` or `sound_too_large`.
 */
export async function decodeSound(
  bytes: Uint8Array,
  how: { isNormalised: boolean },
): Promise<SharedArrayBuffer> {
  const sound = stretchToWholeTicks(await readSound(bytes));
  return toShared(sound, how.isNormalised ? normalizationGain(sound) : 1);
}

/** Decodes a whole file, or a part of a stream whose format is known. Throws MediaError. */
export async function readSound(
  bytes: Uint8Array,
  streamFormat: LiveFormat | null = null,
): Promise<ReadSound> {
  const format = streamFormat ?? findSoundFormat(bytes, { isWhole: true });
  if (format === null) {
    throw new MediaError("sound_unreadable", describeUnreadable(bytes));
  }
  return { ...(await decodeFile(format, bytes.subarray(skipPrelude(bytes)))), format };
}

async function decodeFile(format: SoundFormat, bytes: Uint8Array): Promise<MonoAudio> {
  switch (format) {
    case "aac":
      return collect(await decodeAac(bytes, MAX_SOUND_MS / 1000 + 1));
    case "aiff": {
      const { format: samples, data } = asMediaError(() => parseAiff(bytes));
      return (await decodePieces(format, new PcmDecoder(samples), data)) ?? noAudio(format);
    }
    case "wav":
      return decodeWav(bytes);
    case "mp3":
    case "ogg":
    case "flac":
      return (await decodePieces(format, openDecoder(format), bytes)) ?? noAudio(format);
  }
}

async function decodeWav(bytes: Uint8Array): Promise<MonoAudio> {
  const whole = asMediaError(() => trimWav(bytes));
  const sound = await decodePieces("wav", openDecoder("wav"), whole);
  if (sound !== null) {
    return sound;
  }
  // A WAV without samples is an empty sound. For a broken WAV the reader throws.
  const { samples } = asMediaError(() => parseWav(whole));
  return { sampleRate: NARROWBAND_RATE, samples: samples.subarray(0, 0) };
}

function noAudio(format: SoundFormat): never {
  throw new MediaError("sound_unreadable", `The ${MEDIA_NAMES[format]} contains no audio`);
}

function collect(audio: MonoAudio): MonoAudio {
  const collected = new SoundCollecting();
  collected.add(audio);
  return collected.join();
}

/**
 * Decodes piece by piece, so that a small file with hours of sound cannot fill the memory. Resolves
 * to `null` if the file contains no audio.
 */
async function decodePieces(
  format: SoundFormat,
  decoder: StreamDecoder,
  bytes: Uint8Array,
): Promise<MonoAudio | null> {
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
    throw new MediaError("sound_unreadable", `The ${MEDIA_NAMES[format]} is broken`, { cause });
  } finally {
    decoder.close();
  }
  return collected.length === 0 ? null : collected.join();
}
