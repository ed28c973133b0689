import { readFile } from "node:fs/promises";

import { parseWav, toneShare } from "@linedesk/audio";

const RATE = 48_000;

export async function playedShare(output: string, hz: number): Promise<number> {
  const { samples } = parseWav(await readFile(output));
  const last = samples.subarray(-RATE / 2);
  return toneShare(
    Int16Array.from(last, (sample) => sample * 32_767),
    hz,
    RATE,
  );
}
