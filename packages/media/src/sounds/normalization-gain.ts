import { integratedLoudness, Limiter, resample } from "@linedesk/audio";
import { samplesPerTick } from "../codecs/codec-facts.ts";
import type { MonoAudio } from "../decoders/stream-decoder.ts";
import {
  allocateSound,
  encodeSound,
  readSamples,
  readWideband,
} from "../encoding/encoded-sound.ts";
import { NARROWBAND_RATE } from "../encoding/narrowband-rate.ts";

/** The loudness of a voice on the telephone, so that hold music is not louder than voices. */
export const TARGET_LUFS = -20;
const TOLERANCE_LU = 1;
/** A sound that needs more gain is noise, or is meant to be inaudible. */
const MAX_RAISE_DB = 20;
/** The limiter may reduce peaks by this much; if more were needed, the sound stays quieter. */
const MAX_PRESSED_DB = 6;

/** Returns the factor that brings samples of -1..1 to the target loudness. */
export function normalizationGain({ samples, sampleRate }: MonoAudio): number {
  const lufs = integratedLoudness(samples, sampleRate);
  if (lufs === null || Math.abs(TARGET_LUFS - lufs) <= TOLERANCE_LU) {
    return 1;
  }
  const wanted = 10 ** (Math.min(MAX_RAISE_DB, TARGET_LUFS - lufs) / 20);
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const most = 10 ** (MAX_PRESSED_DB / 20) / peak;
  return Math.max(Math.min(1, wanted), Math.min(wanted, most));
}

/**
 * Returns shared memory with the sound as 16 bit samples at 8 kHz, their encodings, and the sound
 * at its own rate if that is higher. The gain is applied without clipping.
 */
export function toShared({ samples, sampleRate }: MonoAudio, gain: number): SharedArrayBuffer {
  const isWide = sampleRate > NARROWBAND_RATE;
  const narrow = isWide ? resample(samples, sampleRate, NARROWBAND_RATE) : samples;
  const shared = allocateSound({
    length: narrow.length,
    wideRate: isWide ? sampleRate : 0,
    wideLength: isWide ? samples.length : 0,
  });
  const out = readSamples(shared);
  fill(out, { samples: narrow, sampleRate: NARROWBAND_RATE }, gain);
  encodeSound(out);
  const wide = readWideband(out);
  if (wide !== null) {
    fill(wide.samples, { samples, sampleRate }, gain);
  }
  return shared;
}

function fill(out: Int16Array, { samples, sampleRate }: MonoAudio, gain: number): void {
  const limiter = new Limiter(sampleRate);
  const blockSamples = samplesPerTick(sampleRate);
  const sum = new Int32Array(blockSamples);
  for (let at = 0; at < samples.length; at += blockSamples) {
    const block = out.subarray(at, at + blockSamples);
    for (let i = 0; i < block.length; i += 1) {
      sum[i] = Math.round((samples[at + i] ?? 0) * gain * 32_767);
    }
    limiter.limit(sum, block.length, block);
  }
}
