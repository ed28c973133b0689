import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { joinSamples, parseWav, resample, silence } from "@linedesk/audio";
import type { Cleanup } from "../support/sip-support.ts";

const telephoneRate = 8000;

/** Somebody says it: a WAV file by flite. `slt` is a woman, `rms` and `awb` are men. */
export function speakIntoFile(cleanup: Cleanup, text: string, voice = "rms"): string {
  const path = join(cleanup.folder(), "speech.wav");
  execFileSync("flite", ["-voice", voice, "-t", text, "-o", path]);
  return path;
}

/** What a listener's telephone sends: quiet, the words, and quiet for as long as a test lasts. */
export function spokenAfter(
  cleanup: Cleanup,
  { text, quietMs = 800, voice = "rms" }: { text: string; quietMs?: number; voice?: string },
): Int16Array {
  const { samples, sampleRate } = parseWav(readFileSync(speakIntoFile(cleanup, text, voice)));
  const words = Int16Array.from(
    resample(samples, sampleRate, telephoneRate),
    (sample) => sample * 32_767,
  );
  return joinSamples([silence(quietMs, telephoneRate), words, silence(60_000, telephoneRate)]);
}
