import { rootMeanSquare } from "@linedesk/audio";

const frameSamples = 160;
const quietAmplitude = 60;
const leastQuietShare = 0.15;

/**
 * Whether somebody is on the other side of the line, by what was heard in the last seconds:
 * people make pauses, the music for those who wait does not. 8 kHz samples in.
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
