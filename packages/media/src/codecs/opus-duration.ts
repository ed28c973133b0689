/** RFC 6716 section 3.1: by the configuration in the first byte of a packet. */
const silkFrameMs = [10, 20, 40, 60];
const hybridFrameMs = [10, 20];
const celtFrameMs = [2.5, 5, 10, 20];
const MAX_MS = 120;

/** How long an Opus packet that begins with these two bytes lasts, or says that it does. */
export function opusDurationMs(first: number, second: number): number {
  return Math.min(MAX_MS, Math.max(1, framesIn(first, second)) * frameMs(first >> 3));
}

function frameMs(configuration: number): number {
  if (configuration < 12) {
    return silkFrameMs[configuration & 3] ?? MAX_MS;
  }
  if (configuration < 16) {
    return hybridFrameMs[configuration & 1] ?? MAX_MS;
  }
  return celtFrameMs[configuration & 3] ?? MAX_MS;
}

function framesIn(first: number, second: number): number {
  const code = first & 3;
  if (code === 3) {
    return second & 0x3f;
  }
  return code === 0 ? 1 : 2;
}
