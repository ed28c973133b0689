import { AudioFormatError } from "../audio-format-error.ts";
import { australianRing, findRingTone } from "./ring-tones.ts";

/** One or several sines at once, for a time. */
export interface SineTone {
  frequenciesHz: readonly number[];
  durationMs: number;
  /** Peak of each sine, 0..1. */
  amplitude: number;
  sampleRate: number;
}

/** A sum of sines with 2 ms edges, so that it neither starts nor ends with a click. */
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

/** ITU-T Q.23 pairs: low and high frequency in Hz. */
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
 * DTMF digits as sound; `w` is 0.5 s of silence and `W` 1 s. Digits last 160 ms with gaps of
 * 70 ms. Throws AudioFormatError for any other character.
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

/** The call progress tones that a caller hears before an answer (ITU-T E.180). */
export type ProgressTone = "ringback" | "busy" | "congestion";

/**
 * One whole cadence of a call progress tone: ringback as the country has it, Australia's
 * (AS/CA S002) for one that we do not know; the others are Australian, busy 425 Hz 0.375-0.375 s,
 * congestion the same with every other burst 10 dB lower. Repeated end to end it is the tone for as
 * long as it is wanted.
 */
export function progressCadence(
  tone: ProgressTone,
  sampleRate: number,
  country = "au",
): Int16Array {
  function part(durationMs: number, amplitude: number): Int16Array {
    return sine({ frequenciesHz: [425], durationMs, amplitude, sampleRate });
  }
  switch (tone) {
    case "ringback":
      return ringback(country, sampleRate);
    case "busy":
      return joinSamples([part(375, 0.15), silence(375, sampleRate)]);
    case "congestion": {
      const gap = silence(375, sampleRate);
      return joinSamples([part(375, 0.15), gap, part(375, 0.047), gap]);
    }
  }
}

function ringback(country: string, sampleRate: number): Int16Array {
  const { frequenciesHz, cadenceMs } = findRingTone(country) ?? australianRing;
  const amplitude = 0.24 / frequenciesHz.length;
  const parts = cadenceMs.map((durationMs, at) =>
    at % 2 === 0
      ? sine({ frequenciesHz, durationMs, amplitude, sampleRate })
      : silence(durationMs, sampleRate),
  );
  return joinSamples(parts);
}

/** Returns that many milliseconds of silence. */
export function silence(durationMs: number, sampleRate: number): Int16Array {
  return new Int16Array(Math.round((durationMs * sampleRate) / 1000));
}

/** Returns the sounds one after the other, in a new array. */
export function joinSamples(parts: readonly Int16Array[]): Int16Array {
  const joined = new Int16Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
