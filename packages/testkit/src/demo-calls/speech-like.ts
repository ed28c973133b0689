const sampleRate = 8000;
const peak = 0.35 * 32_767;

/** The first three formants in Hz of some vowels (after Peterson and Barney, 1952). */
const vowels = [
  [730, 1090, 2440],
  [530, 1840, 2480],
  [270, 2290, 3010],
  [570, 840, 2410],
  [300, 870, 2240],
] as const;

/**
 * Returns sound with the rhythm, pitch and pauses of speech, for machines without a synthesiser. A
 * buzz near a pitch of 90 to 230 Hz passes the three resonances of a vowel, which each syllable
 * chooses anew. The same seed gives the same voice. The result has `seconds` of mono at 8 kHz.
 */
export function speechLike(seed: number, seconds: number): Int16Array {
  const random = randomOf(seed);
  const pitchHz = 90 + 140 * random();
  const samples = new Float32Array(seconds * sampleRate);
  let at = 0;
  while (at < samples.length) {
    const syllables = 4 + Math.floor(random() * 8);
    for (let i = 0; i < syllables; i += 1) {
      const fall = 1.1 - (0.25 * i) / syllables;
      at = addSyllable(samples, at, { random, pitchHz: pitchHz * fall });
    }
    at += Math.round((0.25 + 0.6 * random()) * sampleRate);
  }
  return normalised(samples);
}

interface Syllable {
  random: () => number;
  pitchHz: number;
}

/**
 * Writes one vowel with a soft start and end. Returns the position at which the next one can begin.
 */
function addSyllable(samples: Float32Array, start: number, syllable: Syllable): number {
  const { random, pitchHz } = syllable;
  const length = Math.round((0.12 + 0.13 * random()) * sampleRate);
  const formants = vowels[Math.floor(random() * vowels.length)] ?? vowels[0];
  const filters = formants.map((hz, i) => resonator(hz, 60 + 40 * i));
  let phase = 0;
  for (let i = 0; i < length && start + i < samples.length; i += 1) {
    phase += (pitchHz * (1 + 0.02 * Math.sin(i / 250))) / sampleRate;
    const pulse = phase >= 1 ? 1 : 0;
    phase %= 1;
    const buzz = pulse + 0.01 * (random() - 0.5);
    const edge = Math.sin((Math.PI * i) / length);
    samples[start + i] = edge * filters.reduce((sum, filter) => sum + filter(buzz), 0);
  }
  return start + length + Math.round(0.03 * random() * sampleRate);
}

/** Returns a resonance of two poles at a frequency and bandwidth in Hz. */
function resonator(hz: number, bandwidthHz: number): (sample: number) => number {
  const radius = Math.exp((-Math.PI * bandwidthHz) / sampleRate);
  const feedback = 2 * radius * Math.cos((2 * Math.PI * hz) / sampleRate);
  let last = 0;
  let before = 0;
  return (sample) => {
    const now = (1 - radius) * sample + feedback * last - radius * radius * before;
    before = last;
    last = now;
    return now;
  };
}

function normalised(samples: Float32Array): Int16Array {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-9);
  return Int16Array.from(samples, (sample) => Math.round((sample / loudest) * peak));
}

/**
 * Mulberry32: a small generator, which is random enough for a voice and the same on every machine.
 */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
