import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { muLaw, sine } from "@linedesk/audio";
import { type Cleanup, run, type RunningProgram } from "../support/sip-support.ts";

/**
 * Runs one scenario of real SIPp until its call is over. The folder has the sound that SIPp
 * streams.
 */
export function sipp(
  cleanup: Cleanup,
  name: string,
  parts: {
    folder: string;
    target?: string;
    host?: string;
    more?: string[];
    /** Changes the text of the scenario file. */
    written?: (scenario: string) => string;
  },
): RunningProgram {
  const { folder, host = "127.0.0.1", target = host, more = [], written = (text) => text } = parts;
  const file = join(folder, `${name}.xml`);
  const text = readFileSync(new URL(`../data/sipp-${name}.xml`, import.meta.url), "utf8");
  writeFileSync(file, written(text));
  const args = ["-sf", file, target, "-i", host, "-mi", host];
  const ends = ["-m", "1", "-nostdin", "-timeout", "40", "-timeout_error", "-s", "0255500101"];
  return run(cleanup, "sipp", { args: [...args, ...ends, ...more], cwd: folder });
}

/** Returns "success", or the last output of the failed program. */
export async function outcome(program: RunningProgram): Promise<string> {
  const code = await program.ended;
  return code === 0 ? "success" : program.output().slice(-2000);
}

/** Writes headerless mu-law, which SIPp streams. */
export function writeTone(folder: string, frequencyHz: number): void {
  const tone = {
    frequenciesHz: [frequencyHz],
    durationMs: 1000,
    amplitude: 0.25,
    sampleRate: 8000,
  };
  const samples = sine(tone);
  const bytes = new Uint8Array(samples.length);
  muLaw.encode(samples, samples.length, bytes, 0);
  writeFileSync(join(folder, "tone.ulaw"), bytes);
}
