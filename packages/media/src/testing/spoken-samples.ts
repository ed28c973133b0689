const RATE = 8000;

/** Returns the same noise in every run. */
function noiseSource(): () => number {
  let state = 11;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Returns syllables of 180 ms with a gliding voice of many partials, and hissing between them. */
export function speech(durationMs: number, gain = 1): Int16Array {
  const noise = noiseSource();
  let phase = 0;
  return Int16Array.from({ length: (durationMs * RATE) / 1000 }, (_, i) => {
    const inSyllable = (i % 1440) / 1440;
    phase += (2 * Math.PI * (118 + 26 * Math.sin((i / RATE) * 7))) / RATE;
    let vowel = 0;
    for (let n = 1; n <= 12; n += 1) {
      vowel += Math.sin(n * phase) / (1 + Math.abs(n - 4));
    }
    const isVowel = inSyllable < 0.75;
    const shape = Math.sin(Math.PI * Math.min(1, inSyllable / 0.75));
    const sample = isVowel ? 2600 * shape * vowel : 900 * noise();
    return Math.round(Math.max(-32_000, Math.min(32_000, sample * gain)));
  });
}

/** Returns the hum of a quiet room. */
export function room(durationMs: number): Int16Array {
  const noise = noiseSource();
  return Int16Array.from({ length: (durationMs * RATE) / 1000 }, () => Math.round(30 * noise()));
}

export function makeTone(frequencyHz: number, durationMs: number, amplitude = 6000): Int16Array {
  return Int16Array.from({ length: (durationMs * RATE) / 1000 }, (_, i) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * frequencyHz * i) / RATE)),
  );
}
