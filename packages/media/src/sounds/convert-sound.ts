import { StreamResampler } from "@linedesk/audio";
import { codecFacts, samplesPerTick } from "../codecs/codec-facts.ts";
import { OpusEncoder } from "../codecs/opus-encoder.ts";
import { OpusLibrary } from "../codecs/opus.ts";
import type { MonoAudio } from "../decoders/stream-decoder.ts";
import { MediaError } from "../media-error.ts";
import { OggOpusFile, PRE_SKIP } from "./ogg-opus-file.ts";

const { sampleRate, maxTickBytes } = codecFacts.opus;
const tickSamples = samplesPerTick(sampleRate);
/** Music in one channel has no audible loss at this bitrate. */
const BEST_BITRATE = 96_000;
/** The bitrate varies, so a file is planned a little smaller. */
const PLANNED_SHARE = 0.85;

/**
 * Converts a sound to mono Ogg Opus, which is small and which the exchange and browsers play.
 * Throws MediaError.
 */
export async function convertSound(sound: MonoAudio, maxBytes: number): Promise<Uint8Array> {
  const library = await OpusLibrary.load();
  if (library === null) {
    throw new MediaError("sound_unreadable", "This machine has no Opus to convert the sound with");
  }
  const file = encode(library, sound, chooseBitrate(sound, maxBytes));
  if (file.length > maxBytes) {
    throw new MediaError("sound_too_large", "The converted sound is too large");
  }
  return file;
}

function chooseBitrate({ samples, sampleRate: rate }: MonoAudio, maxBytes: number): number {
  const seconds = samples.length / rate;
  return Math.min(BEST_BITRATE, Math.floor((maxBytes * 8 * PLANNED_SHARE) / seconds));
}

function encode(library: OpusLibrary, sound: MonoAudio, bitrate: number): Buffer {
  const encoder = new OpusEncoder(library, { inBandFec: false, maxAverageBitrate: bitrate });
  const packet = new Uint8Array(maxTickBytes);
  const file = new OggOpusFile();
  let length = 0;
  for (const tick of cutIntoTicks(sound)) {
    const bytes = encoder.encode(tick.samples, packet, 0);
    file.add(packet.slice(0, bytes), tickSamples);
    length += tick.length;
  }
  encoder.close();
  return file.finish(length);
}

interface Tick {
  samples: Int16Array;
  /** The samples of the sound; the rest is filling. */
  length: number;
}

function* cutIntoTicks(sound: MonoAudio): Generator<Tick> {
  let held = new Float32Array(0);
  for (const part of resampleParts(sound)) {
    const all = new Float32Array(held.length + part.length);
    all.set(held);
    all.set(part, held.length);
    let at = 0;
    for (; at + tickSamples <= all.length; at += tickSamples) {
      yield toTick(all.subarray(at, at + tickSamples));
    }
    held = all.slice(at);
  }
  yield toTick(held);
  // The look-ahead of the encoder delays the end of the sound.
  if (held.length + PRE_SKIP > tickSamples) {
    yield toTick(new Float32Array(0));
  }
}

/** Returns the sound at the rate of Opus, a second at a time. */
function* resampleParts({ samples, sampleRate: rate }: MonoAudio): Generator<Float32Array> {
  const resampler = rate === sampleRate ? null : new StreamResampler(rate, sampleRate);
  for (let at = 0; at < samples.length; at += rate) {
    const second = samples.subarray(at, at + rate);
    yield resampler?.push(second) ?? second;
  }
  yield resampler?.finish() ?? new Float32Array(0);
}

function toTick(samples: Float32Array): Tick {
  const tick = new Int16Array(tickSamples);
  for (const [i, sample] of samples.entries()) {
    tick[i] = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
  }
  return { samples: tick, length: samples.length };
}
