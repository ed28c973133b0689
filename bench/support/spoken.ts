import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { joinSamples, muLaw, parseWav, resample, silence } from "@linedesk/audio";

/** What speech recognisers take. */
export const RECOGNISER_RATE = 16_000;
/** The exchange hands on so much at once. */
const CHUNK_SAMPLES = RECOGNISER_RATE / 10;
/** It hands on the half second before a voice, and hears the pause that ends it. */
const BEFORE_MS = 500;
const AFTER_MS = 900;

/** flite's woman and two men of recordings, its man of diphones, and espeak-ng by rule. */
export const voices = ["slt", "rms", "awb", "kal16", "espeak-ng"] as const;
type Voice = (typeof voices)[number];

export type Line = "16 kHz" | "8 kHz PCMU";

/** Somebody says it over such a line: as the recogniser gets it, 100 ms at a time. */
export function synthesiseOver(line: Line, voice: Voice, text: string): Int16Array[] {
  const { samples, sampleRate } = synthesise(voice, text);
  const transmitted =
    line === "16 kHz" ? toRate(samples, sampleRate) : overTelephone(samples, sampleRate);
  const all = joinSamples([
    silence(BEFORE_MS, RECOGNISER_RATE),
    transmitted,
    silence(AFTER_MS, RECOGNISER_RATE),
  ]);
  const chunks = Math.ceil(all.length / CHUNK_SAMPLES);
  return Array.from({ length: chunks }, (_, at) =>
    all.slice(at * CHUNK_SAMPLES, (at + 1) * CHUNK_SAMPLES),
  );
}

function synthesise(voice: Voice, text: string): ReturnType<typeof parseWav> {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-bench-"));
  const path = join(folder, "speech.wav");
  try {
    if (voice === "espeak-ng") {
      execFileSync("espeak-ng", ["-v", "en-us", "-w", path, text]);
    } else {
      execFileSync("flite", ["-voice", voice, "-t", text, "-o", path]);
    }
    return parseWav(readFileSync(path));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** There and back again by PCMU. */
function overTelephone(samples: Float32Array, fromHz: number): Int16Array {
  const narrow = toRate(samples, fromHz, 8000);
  const bytes = new Uint8Array(narrow.length);
  const back = new Int16Array(narrow.length);
  muLaw.encode(narrow, narrow.length, bytes, 0);
  muLaw.decode(bytes, 0, bytes.length, back);
  return toRate(
    Float32Array.from(back, (sample) => sample / 32_768),
    8000,
  );
}

function toRate(samples: Float32Array, fromHz: number, toHz = RECOGNISER_RATE): Int16Array {
  return Int16Array.from(resample(samples, fromHz, toHz), (sample) =>
    Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))),
  );
}
