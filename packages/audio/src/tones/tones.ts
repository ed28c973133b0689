import { AudioFormatError } from "../audio-format-error.ts";

export interface SineTone {
  frequenciesHz: readonly number[];
  durationMs: number;
  /** The peak of each sine, 0..1. */
  amplitude: number;
  sampleRate: number;
}

/** Returns a sum of sines with ramps of 2 ms, so that it begins and ends without a click. */
export function sine(tone: SineTone): Int16Array {
  const length = Math.round((tone.durationMs * tone.sampleRate) / 1000);
  const edge = Math.min(Math.round(tone.sampleRate / 500), length / 2);
  return Int16Array.from({ length }, (_, i) => {
    const fade = Math.min(1, i / edge, (length - 1 - i) / edge);
    let sample = 0;
    for (const frequencyHz of tone.frequenciesHz) {
      sample += Math.sin((2 * Math.PI * frequencyHz * i) / tone.sampleRate);
    }
    const scaled = Math.round(sample * tone.amplitude * fade * 32_767);
    return Math.max(-32_768, Math.min(32_767, scaled));
  });
}

/** The pairs of ITU-T Q.23: low and high frequency in Hz. */
export const dtmfFrequenciesHz: Readonly<Record<string, readonly [number, number]>> = {
  "1": [697, 1209],
  "2": [697, 1336],
  "3": [697, 1477],
  A: [697, 1633],
  "4": [770, 1209],
  "5": [770, 1336],
  "6": [770, 1477],
  B: [770, 1633],
  "7": [852, 1209],
  "8": [852, 1336],
  "9": [852, 1477],
  C: [852, 1633],
  "*": [941, 1209],
  "0": [941, 1336],
  "#": [941, 1477],
  D: [941, 1633],
};

const DIGIT_MS = 160;
const DIGIT_GAP_MS = 70;
const DIGIT_AMPLITUDE = 0.3;

/**
 * Returns DTMF digits as sound; `w` is 0.5 s of silence and `W` 1 s. Digits last 160 ms with gaps
 * of 70 ms. Throws AudioFormatError for any other character.
 */
export function dtmf(digits: string, sampleRate: number): Int16Array {
  return joinSamples(Array.from(digits).map((digit) => dtmfPart(digit, sampleRate)));
}

function dtmfPart(digit: string, sampleRate: number): Int16Array {
  if (digit === "w") {
    return silence(500, sampleRate);
  }
  if (digit === "W") {
    return silence(1000, sampleRate);
  }
  const frequenciesHz = dtmfFrequenciesHz[digit.toUpperCase()];
  if (frequenciesHz === undefined) {
    throw new AudioFormatError("tone_unknown", `${JSON.stringify(digit)} is not a DTMF digit`);
  }
  const tone = sine({
    frequenciesHz,
    durationMs: DIGIT_MS,
    amplitude: DIGIT_AMPLITUDE,
    sampleRate,
  });
  return joinSamples([tone, silence(DIGIT_GAP_MS, sampleRate)]);
}

/** Returns one cadence of Australia's ringback tone (AS/CA S002), to be repeated. */
export function ringbackCadence(sampleRate: number): Int16Array {
  const frequenciesHz = [400, 425, 450];
  const burst = sine({ frequenciesHz, durationMs: 400, amplitude: 0.08, sampleRate });
  return joinSamples([burst, silence(200, sampleRate), burst, silence(2000, sampleRate)]);
}

export function silence(durationMs: number, sampleRate: number): Int16Array {
  return new Int16Array(Math.round((durationMs * sampleRate) / 1000));
}

export function joinSamples(parts: readonly Int16Array[]): Int16Array {
  const joined = new Int16Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
