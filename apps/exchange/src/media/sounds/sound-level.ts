import { integratedLoudness, Limiter } from "@linedesk/audio";
import { allocateSound, encodeSound, samplesOf } from "./sound-memory.ts";
import { soundRate, soundTickSamples } from "./sound-rate.ts";

/** [XM50] As loud as a voice on the telephone: music between two talks makes nobody start. */
export const targetLufs = -20;
const toleranceLu = 1;
/** What needs more than this is noise, or was not meant to be heard. */
const maxRaiseDb = 20;
/** So far the limiter may press peaks down; beyond that the sound stays quieter instead. */
const maxPressedDb = 6;

/** How much a sound of -1..1 must be raised (or lowered) to be at our level. */
export function evenGain(samples: Float32Array): number {
  const lufs = integratedLoudness(samples, soundRate);
  if (lufs === null || Math.abs(targetLufs - lufs) <= toleranceLu) return 1;
  const wanted = 10 ** (Math.min(maxRaiseDb, targetLufs - lufs) / 20);
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const most = 10 ** (maxPressedDb / 20) / peak;
  return Math.max(Math.min(1, wanted), Math.min(wanted, most));
}

/** 16 bit samples and their encodings in shared memory, multiplied by the gain and with no peak cut off. */
export function toShared(samples: Float32Array, gain: number): SharedArrayBuffer {
  const shared = allocateSound(samples.length);
  const out = samplesOf(shared);
  const limiter = new Limiter(soundRate);
  const sum = new Int32Array(soundTickSamples);
  for (let at = 0; at < samples.length; at += soundTickSamples) {
    const block = out.subarray(at, at + soundTickSamples);
    for (let i = 0; i < block.length; i += 1) {
      sum[i] = Math.round((samples[at + i] ?? 0) * gain * 32_767);
    }
    limiter.limit(sum, block.length, block);
  }
  encodeSound(out);
  return shared;
}
