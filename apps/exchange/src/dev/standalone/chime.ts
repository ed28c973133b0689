import { joinSamples, silence, sine, writeWav } from "@linedesk/audio";

const RATE = 8_000;

/** Two tones, the second long enough to be sure of: ears know at once that it works. */
export function chime(): Buffer {
  return written([tone(660, 300), tone(880, 1_000), silence(100, RATE)]);
}

/** What the softphone page sounds for everything; the SDK would fetch its makers' sounds. */
export function keyClick(): Buffer {
  return written([tone(440, 60)]);
}

function tone(frequencyHz: number, durationMs: number): Int16Array {
  return sine({ frequenciesHz: [frequencyHz], durationMs, amplitude: 0.3, sampleRate: RATE });
}

function written(parts: Int16Array[]): Buffer {
  return Buffer.from(writeWav(joinSamples(parts), RATE));
}
