import { rootMeanSquare } from "@linedesk/audio";

const frameMs = 10;
const frameSamples = 160;
/** 26 dB below the loudest frame: what is softer is the room. */
const leastShare = 0.05;

/** How long somebody speaks in these samples of 16 kHz. */
export function voicedMs(chunks: readonly Int16Array[]): number {
  const levels = chunks.flatMap((samples) => {
    const frames = Math.floor(samples.length / frameSamples);
    return Array.from({ length: frames }, (_, at) =>
      rootMeanSquare(samples.subarray(at * frameSamples, (at + 1) * frameSamples)),
    );
  });
  const loudest = levels.reduce((most, level) => Math.max(most, level), 0);
  return frameMs * levels.filter((level) => level > leastShare * loudest).length;
}
