/**
 * How well our own recogniser hears, and what it costs: sentences and a menu's phrases in synthetic
 * voices, through the program that the exchange runs for each utterance, two at once.
 */
import { readFileSync } from "node:fs";

import { type Clock, systemClock } from "@linedesk/base";
import { createRecogniser, programEnvironment } from "@linedesk/speech";
import { editDistance } from "@linedesk/speech/testing";
import { type Bench, limitRow, type Row, infoRow } from "./support/row.ts";
import { phrases, sentences } from "./support/spoken-sentences.ts";
import { type Line, RECOGNISER_RATE, synthesiseOver, voices } from "./support/spoken.ts";

const lines: readonly Line[] = ["16 kHz", "8 kHz PCMU"];
const AT_ONCE = 2;
/** Of the kernel's counting, on every machine that Node runs on. */
const TICKS_PER_SECOND = 100;
/** A program's time counts once the kernel has told of its end. */
const UNTIL_COUNTED_MS = 1000;
const LEAST_PHRASES = 0.9;
const MOST_CPU = 1;

interface Utterance {
  line: Line;
  voice: (typeof voices)[number];
  text: string;
  hints: string;
}

interface Transcribed extends Utterance {
  answer: string;
  lengthS: number;
}

/** All is said at once here, and programs have longer for it than in a call. */
const patientClock: Clock = {
  ...systemClock,
  after: (delayMs, run) => systemClock.after(delayMs * 10, run),
};
const recogniser = createRecogniser(
  { command: null, environment: programEnvironment(process.env) },
  patientClock,
);
const SPEECH_MODEL = "default";

async function transcribe(utterance: Utterance): Promise<Transcribed> {
  const { line, voice, text, hints } = utterance;
  const chunks = synthesiseOver(line, voice, text);
  const request = { language: "en-US", hints, speechModel: SPEECH_MODEL };
  const recognition = recogniser.begin(request, () => undefined);
  for (const chunk of chunks) {
    recognition.write(chunk);
  }
  const end = await recognition.finish();
  if (end.type === "failed") {
    throw new Error(end.message);
  }
  const samples = chunks.reduce((sum, { length }) => sum + length, 0);
  const answer = end.type === "recognised" ? end.text : "";
  return { ...utterance, answer, lengthS: samples / RECOGNISER_RATE };
}

/** All of them, some at once, in their order. */
async function transcribeAll(utterances: readonly Utterance[]): Promise<Transcribed[]> {
  const results: Transcribed[] = [];
  const queue = [...utterances.entries()];
  async function work() {
    for (let next = queue.shift(); next; next = queue.shift()) {
      results[next[0]] = await transcribe(next[1]);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await new Promise((resolve) => setTimeout(resolve, UNTIL_COUNTED_MS));
  return results;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(" ").filter(Boolean);
}

/** What share of the words was heard: all but those left out, put in or changed. */
function wordAccuracy(results: readonly Transcribed[]): number {
  let [words, wrong] = [0, 0];
  for (const { text, answer } of results) {
    words += wordsOf(text).length;
    wrong += editDistance(wordsOf(text), wordsOf(answer));
  }
  return 1 - wrong / words;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

function perVoice(
  results: readonly Transcribed[],
  rate: (some: readonly Transcribed[]) => number,
): string {
  const each = voices.map(
    (voice) => `${voice} ${percent(rate(results.filter((one) => one.voice === voice)))}`,
  );
  return `${percent(rate(results))} (${each.join(", ")})`;
}

function shareOf(fits: (one: Transcribed) => boolean) {
  return (results: readonly Transcribed[]) => results.filter(fits).length / results.length;
}
function isRight({ text, answer }: Transcribed) {
  return text === answer;
}
function isTaken({ answer }: Transcribed) {
  return phrases.includes(answer);
}

/** Processor time of the programs that have ended. */
function childrenCpuS(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

async function measure(line: Line): Promise<Row[]> {
  function all(texts: readonly string[], hints: string) {
    return voices.flatMap((voice) => texts.map((text) => ({ line, voice, text, hints })));
  }
  const hints = phrases.join(",");
  const before = childrenCpuS();
  const free = await transcribeAll(all(sentences, ""));
  const between = childrenCpuS();
  const hinted = await transcribeAll(all(phrases, hints));
  const unasked = await transcribeAll(all(sentences, hints));
  const cpu = (between - before) / free.reduce((sum, { lengthS }) => sum + lengthS, 0);
  const right = shareOf(isRight)(hinted);
  return [
    infoRow(`speech at ${line}, free: words`, perVoice(free, wordAccuracy)),
    limitRow(
      `speech at ${line}, ${phrases.length} hints: phrases`,
      perVoice(hinted, shareOf(isRight)),
      {
        beside: `>= ${percent(LEAST_PHRASES)}`,
        holds: right >= LEAST_PHRASES,
      },
    ),
    infoRow(
      `speech at ${line}, ${phrases.length} hints: other sentences taken for one`,
      `${unasked.filter(isTaken).length} of ${unasked.length}`,
    ),
    limitRow(`speech at ${line}, free: CPU`, `${cpu.toFixed(2)} s for a second of speech`, {
      beside: `<= ${MOST_CPU} s`,
      holds: cpu <= MOST_CPU,
    }),
  ];
}

export const run: Bench = async () => {
  const rows: Row[] = [];
  try {
    for (const line of lines) {
      rows.push(...(await measure(line)));
    }
    return rows;
  } finally {
    await recogniser.close();
  }
};
