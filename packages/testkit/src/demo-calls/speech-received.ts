import { rootMeanSquare } from "@linedesk/audio";

const frameSamples = 160;
const quietAmplitude = 60;
const leastQuietShare = 0.15;

/**
 * Returns true if the sound, at 8 kHz, has pauses, as the speech of a person does. Hold music has
 * none.
 */
export function isSpeechReceived(samples: Int16Array): boolean {
  const frames = Math.floor(samples.length / frameSamples);
  let quiet = 0;
  for (let i = 0; i < frames; i += 1) {
    const frame = samples.subarray(i * frameSamples, (i + 1) * frameSamples);
    if (rootMeanSquare(frame) < quietAmplitude) {
      quiet += 1;
    }
  }
  return frames > 0 && quiet / frames >= leastQuietShare;
}
