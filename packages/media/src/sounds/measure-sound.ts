import { integratedLoudness, resample, SILENCE_DBFS, writeWav } from "@linedesk/audio";
import type { SoundFormat } from "../decoders/sound-format.ts";
import { NARROWBAND_RATE } from "../encoding/narrowband-rate.ts";
import type { ReadSound } from "./decode-sound.ts";

/** The measurements of a sound, and a preview of its beginning in telephone quality. */
export interface SoundMeasures {
  format: SoundFormat;
  durationMs: number;
  /** The loudness; `null` if no part is louder than -70 LUFS. */
  lufs: number | null;
  peakDbfs: number;
  /** WAV at 8 kHz. */
  preview: Uint8Array;
}

const PREVIEW_MS = 15_000;

export function measureSound({ samples, sampleRate, format }: ReadSound): SoundMeasures {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const begun = samples.subarray(0, Math.round((PREVIEW_MS * sampleRate) / 1000));
  const narrow = resample(begun, sampleRate, NARROWBAND_RATE);
  return {
    format,
    durationMs: Math.round((samples.length * 1000) / sampleRate),
    lufs: integratedLoudness(samples, sampleRate),
    peakDbfs: peak === 0 ? SILENCE_DBFS : Math.max(SILENCE_DBFS, 20 * Math.log10(peak)),
    preview: writeWav(
      Int16Array.from(narrow, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)),
      NARROWBAND_RATE,
    ),
  };
}
