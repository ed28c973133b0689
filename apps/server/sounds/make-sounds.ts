import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// Makes the sounds that callers hear: `npx tsx apps/server/sounds/make-sounds.ts`. The music is our
// own, synthesised here; espeak-ng speaks the words and sox resamples them to 8 kHz.

const SAMPLE_RATE = 8_000;

function wav(samples: Float64Array): Buffer {
  const header = Buffer.alloc(44);
  const bytes = samples.length * 2;
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + bytes, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(bytes, 40);
  const data = Buffer.alloc(bytes);
  for (const [index, sample] of samples.entries()) {
    data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), index * 2);
  }
  return Buffer.concat([header, data]);
}

function frequency(midi: number): number {
  return 440 * 2 ** ((midi - 69) / 12);
}

/**
 * Adds a soft plucked tone with three decaying harmonics. A note at the end continues at the start.
 */
function addNote(
  into: Float64Array,
  note: { midi: number; startS: number; lengthS: number; gain: number },
): void {
  const start = Math.round(note.startS * SAMPLE_RATE);
  const length = Math.round(note.lengthS * SAMPLE_RATE);
  const hz = frequency(note.midi);
  for (let index = 0; index < length; index += 1) {
    const time = index / SAMPLE_RATE;
    const attack = Math.min(1, time / 0.01);
    const decay = Math.exp((-3 * time) / note.lengthS) * (1 - index / length);
    const phase = 2 * Math.PI * hz * time;
    const tone = Math.sin(phase) + 0.3 * Math.sin(2 * phase) + 0.1 * Math.sin(3 * phase);
    const at = (start + index) % into.length;
    into[at] = (into[at] ?? 0) + note.gain * attack * decay * tone;
  }
}

const BEAT_S = 0.5;
const bars = [
  { bass: 48, chord: [60, 64, 67, 72] },
  { bass: 45, chord: [57, 60, 64, 69] },
  { bass: 41, chord: [57, 60, 65, 69] },
  { bass: 43, chord: [59, 62, 67, 71] },
];
const pattern = [0, 1, 2, 3, 2, 1, 2, 1];

function holdMusic(): Float64Array {
  const barS = 4 * BEAT_S;
  const samples = new Float64Array(Math.round(bars.length * barS * SAMPLE_RATE));
  for (const [bar, { bass, chord }] of bars.entries()) {
    addNote(samples, { midi: bass, startS: bar * barS, lengthS: barS, gain: 0.16 });
    for (const [step, tone] of pattern.entries()) {
      addNote(samples, {
        midi: chord[tone] ?? bass,
        startS: bar * barS + (step * BEAT_S) / 2,
        lengthS: 1.2,
        gain: 0.12,
      });
    }
  }
  return samples;
}

const LINE_CLOSED =
  "Thank you for calling. This line is closed at the moment. " +
  "Please listen to the programme, and call again when we open the line.";

const LINES_BUSY = "All our lines are busy. Please try again later.";

const PLEASE_WAIT =
  "We are sorry. We cannot take your call at this moment. " +
  "Please stay on the line. You keep your place.";

const programs = { speech: "espeak-ng", conversion: "sox" };

function speak(text: string, target: string): void {
  const spoken = `${target}.tmp.wav`;
  execFileSync(programs.speech, ["-v", "en-gb", "-s", "150", "-w", spoken, text]);
  execFileSync(programs.conversion, [
    spoken,
    "-r",
    String(SAMPLE_RATE),
    "-c",
    "1",
    "-b",
    "16",
    target,
    "norm",
    "-6",
  ]);
  rmSync(spoken);
}

writeFileSync(join(import.meta.dirname, "hold-music.wav"), wav(holdMusic()));
speak(LINE_CLOSED, join(import.meta.dirname, "line-closed.wav"));
speak(LINES_BUSY, join(import.meta.dirname, "lines-busy.wav"));
speak(PLEASE_WAIT, join(import.meta.dirname, "please-wait.wav"));
