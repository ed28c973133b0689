const BEATS_PER_MINUTE = 84;
const BEAT_S = 60 / BEATS_PER_MINUTE;
const BEATS_PER_BAR = 4;

/** The piece plays four chords twice, each time with another melody. Numbers are MIDI notes. */
const chords = [
  [48, 55, 60, 64, 67],
  [45, 52, 57, 60, 64],
  [41, 53, 57, 60, 65],
  [43, 50, 55, 59, 62],
];

/** Each inner array is one bar of [beat, note, length in beats]. */
const melody: [beat: number, note: number, beats: number][][] = [
  [
    [0, 76, 1.5],
    [1.5, 79, 0.5],
    [2, 72, 2],
  ],
  [
    [0, 76, 1],
    [1, 74, 1],
    [2, 72, 1],
    [3, 69, 1],
  ],
  [
    [0, 69, 1.5],
    [1.5, 72, 0.5],
    [2, 77, 2],
  ],
  [
    [0, 74, 1],
    [1, 71, 1],
    [2, 67, 2],
  ],
  [
    [0, 72, 1],
    [1, 76, 1],
    [2, 79, 1.5],
    [3.5, 81, 0.5],
  ],
  [
    [0, 81, 1.5],
    [1.5, 79, 0.5],
    [2, 76, 2],
  ],
  [
    [0, 77, 1],
    [1, 76, 0.5],
    [1.5, 74, 0.5],
    [2, 72, 2],
  ],
  [
    [0, 71, 1],
    [1, 74, 1],
    [2, 79, 1],
    [3, 74, 1],
  ],
];

/**
 * Returns a quiet piece of eight bars, 22.9 s, for electric piano, arpeggio and bass. Notes that
 * still sound at the end are added to the beginning, so that the piece loops without a seam.
 */
export function holdMusic(sampleRate: number): Float32Array {
  const length = Math.round(melody.length * BEATS_PER_BAR * BEAT_S * sampleRate);
  const loop = new Float32Array(length);
  melody.forEach((bar, index) => {
    const barBeat = index * BEATS_PER_BAR;
    const chord = chords[index % chords.length] ?? [];
    function note(beat: number, midi: number, voice: Voice): void {
      strike(loop, { atS: (barBeat + beat) * BEAT_S, midi, voice, sampleRate });
    }
    for (const [beat, midi, beats] of bar) {
      note(beat, midi, { ...lead, decayS: 0.5 + beats * 0.5 });
    }
    chord.slice(1).forEach((midi) => note(0, midi, pad));
    for (let eighth = 0; eighth < 8; eighth += 1) {
      const midi = chord[1 + ([0, 1, 2, 3, 2, 1, 2, 3][eighth] ?? 0)] ?? 60;
      note(eighth / 2, midi + 12, pluck);
    }
    note(0, chord[0] ?? 48, bass);
    note(2, (chord[0] ?? 48) + 7, { ...bass, loudness: 0.2 });
  });
  return loop;
}

interface Voice {
  loudness: number;
  attackS: number;
  decayS: number;
  /** The loudness of each harmonic. */
  harmonics: readonly number[];
}

const lead: Voice = {
  loudness: 0.32,
  attackS: 0.008,
  decayS: 0.8,
  harmonics: [1, 0.35, 0.06, 0.1],
};
const pad: Voice = { loudness: 0.07, attackS: 0.25, decayS: 2.4, harmonics: [1, 0.3, 0.12] };
const pluck: Voice = {
  loudness: 0.07,
  attackS: 0.004,
  decayS: 0.3,
  harmonics: [1, 0.5, 0.25, 0.1],
};
/** A telephone transmits nothing below 300 Hz, so harmonics make the bass audible. */
const bass: Voice = {
  loudness: 0.26,
  attackS: 0.012,
  decayS: 1,
  harmonics: [0.6, 1, 0.6, 0.4, 0.2],
};

function strike(
  loop: Float32Array,
  note: { atS: number; midi: number; voice: Voice; sampleRate: number },
): void {
  const { voice, sampleRate } = note;
  const frequencyHz = 440 * 2 ** ((note.midi - 69) / 12);
  const start = Math.round(note.atS * sampleRate);
  const samples = Math.min(loop.length, Math.round(voice.decayS * 6 * sampleRate));
  for (let i = 0; i < samples; i += 1) {
    const time = i / sampleRate;
    const swell = Math.min(1, time / voice.attackS) * Math.exp(-time / voice.decayS);
    const last = Math.min(1, (samples - i) / (0.05 * sampleRate));
    let sample = 0;
    voice.harmonics.forEach((loudness, n) => {
      const harmonicHz = frequencyHz * (n + 1);
      if (harmonicHz < 3600) {
        sample += loudness * Math.sin(2 * Math.PI * harmonicHz * time);
      }
    });
    const at = (start + i) % loop.length;
    loop[at] = (loop[at] ?? 0) + sample * swell * last * voice.loudness;
  }
}
