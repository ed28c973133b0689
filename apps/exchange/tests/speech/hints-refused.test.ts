import { readFileSync } from "node:fs";

import { afterAll, expect, test } from "vitest";

import { joinSamples, muLaw, parseWav, resample, silence } from "@linedesk/audio";
import { SphinxDecoder, SphinxSession } from "@linedesk/speech/testing";
import { Cleanup } from "../support/sip-support.ts";
import { speakIntoFile } from "./spoken.ts";

const TIMEOUT_MS = 600_000;
const RECOGNISER_HZ = 16_000;
const TELEPHONE_HZ = 8_000;

const cleanup = new Cleanup();
afterAll(() => cleanup.run());

/** What is said though other phrases are listened for. */
const UNASKED = [
  ["sales department", "technical support, billing"],
  ["customer service", "technical support, billing"],
  ["I want to cancel my order", "technical support, billing"],
  ["what is the weather", "sales, technical support"],
  ["can I speak to somebody", "sales, technical support"],
  ["good morning", "sales, technical support"],
  ["I don't know", "yes, no"],
  ["maybe later", "yes, no"],
  ["what did you say", "yes, no"],
  ["who won the game", "talk to an operator, request a song, win the prize"],
  ["turn the radio down please", "talk to an operator, request a song, win the prize"],
  ["not today thank you", "Monday, Tuesday, Friday"],
] as const;

const HINTED = [
  ["technical support", "sales, technical support"],
  ["yes", "yes, no"],
  ["win the prize", "talk to an operator, request a song, win the prize"],
  ["Tuesday", "Monday, Tuesday, Friday"],
  ["no", "yes, no"],
  ["sales", "sales, technical support"],
  ["billing", "technical support, billing"],
  ["request a song", "talk to an operator, request a song, win the prize"],
] as const;

function atRate(samples: Float32Array, from: number, to: number): Int16Array {
  return Int16Array.from(resample(samples, from, to), (sample) => sample * 32_767);
}

/** There and back by PCMU. */
function byTelephone(samples: Float32Array, sampleRate: number): Int16Array {
  const narrow = atRate(samples, sampleRate, TELEPHONE_HZ);
  const bytes = new Uint8Array(narrow.length);
  muLaw.encode(narrow, narrow.length, bytes, 0);
  muLaw.decode(bytes, 0, bytes.length, narrow);
  const narrowband = Float32Array.from(narrow, (sample) => sample / 32_768);
  return atRate(narrowband, TELEPHONE_HZ, RECOGNISER_HZ);
}

function answerTo(text: string, by: { voice: string; band: string; hints: string }): string {
  const { samples, sampleRate } = parseWav(readFileSync(speakIntoFile(cleanup, text, by.voice)));
  const words =
    by.band === "wide"
      ? atRate(samples, sampleRate, RECOGNISER_HZ)
      : byTelephone(samples, sampleRate);
  const wanted = { hints: by.hints, speechModel: "default", environment: {} };
  const session = new SphinxSession(decoder, wanted, () => undefined);
  session.feed(joinSamples([silence(500, RECOGNISER_HZ), words, silence(900, RECOGNISER_HZ)]));
  return session.finish().text;
}

const decoder = new SphinxDecoder();
const lines = ["slt", "rms", "awb", "kal"].flatMap((voice) =>
  ["narrow", "wide"].map((band) => ({ voice, band })),
);
/** By turns each voice over each line. */
function spoken(all: readonly (readonly [string, string])[]) {
  return all.map(([phrase, hints], at) => ({ phrase, hints, ...lines[at % lines.length] }));
}

test.each(spoken(UNASKED))(
  "'$phrase' by $voice over a $band line is none of '$hints'",
  ({ phrase, hints, voice = "", band = "" }) => {
    const phrases = hints.split(", ");

    expect(phrases).not.toContain(answerTo(phrase, { voice, band, hints }));
  },
  TIMEOUT_MS,
);

test.each(spoken(HINTED))(
  "'$phrase' by $voice over a $band line is one of '$hints'",
  ({ phrase, hints, voice = "", band = "" }) => {
    expect(answerTo(phrase, { voice, band, hints })).toBe(phrase);
  },
  TIMEOUT_MS,
);
