import { rootMeanSquare } from "@linedesk/audio";

const FRAME_MS = 10;
const FRAME_SAMPLES = 160;
/** 26 dB below the loudest frame: what is softer is the room. */
const MIN_SHARE = 0.05;

/** How long somebody speaks in these samples of 16 kHz. */
export function voicedMs(chunks: readonly Int16Array[]): number {
  const levels = chunks.flatMap((samples) => {
    const frames = Math.floor(samples.length / FRAME_SAMPLES);
    return Array.from({ length: frames }, (_, at) =>
      rootMeanSquare(samples.subarray(at * FRAME_SAMPLES, (at + 1) * FRAME_SAMPLES)),
    );
  });
  const loudest = levels.reduce((most, level) => Math.max(most, level), 0);
  return FRAME_MS * levels.filter((level) => level > MIN_SHARE * loudest).length;
}
