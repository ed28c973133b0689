import { rootMeanSquare } from "@linedesk/audio";

/** The same speech heard in two ways. */
export interface Hypotheses {
  hint: { text: string; score: number; phones: string[] };
  free: { text: string; score: number; phones: string[]; confidence: number };
  /** Of the speech, without the silence around it. */
  voicedMs: number;
}

export interface HypothesisChoice {
  isHint: boolean;
  confidence: number;
}

/**
 * Measured on synthetic voices, over telephones too: what was among the hints had 55 and more, what
 * was not had 30 at most.
 */
const THRESHOLD = 42;
/** How much a likeness of the phones weighs beside the score of a frame. */
const LIKENESS_WEIGHT = 60;
const STEEPNESS = 12;
/** At the threshold itself it is rather the hint than not. */
const CONFIDENCE_LEAD = 6;
const MS_PER_FRAME = 10;
const FRAME_SAMPLES = 160;
/** 26 dB below the loudest frame: what is softer is the room. */
const MIN_SHARE = 0.05;

/**
 * A grammar always hears one of its phrases. It is believed where its path fits the sound so much
 * better than free text does, and is so near to the phones that free text heard, that it was said.
 */
export function chooseHypothesis({ hint, free, voicedMs }: Hypotheses): HypothesisChoice {
  if (hint.text === "") {
    return { isHint: false, confidence: free.confidence };
  }
  const perFrame = (hint.score - free.score) / Math.max(1, voicedMs / MS_PER_FRAME);
  const margin = perFrame + LIKENESS_WEIGHT * phoneSimilarity(hint.phones, free.phones) - THRESHOLD;
  if (margin < 0) {
    return { isHint: false, confidence: free.confidence };
  }
  return { isHint: true, confidence: 1 / (1 + Math.exp(-(margin + CONFIDENCE_LEAD) / STEEPNESS)) };
}

/** 1 is the same, 0 nothing in common: by the edits between the two. */
export function phoneSimilarity(one: readonly string[], other: readonly string[]): number {
  const longest = Math.max(one.length, other.length);
  return longest === 0 ? 1 : 1 - editDistance(one, other) / longest;
}

/** How many symbols must be put in, left out or changed to make one of the other. */
export function editDistance(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [index, symbol] of one.entries()) {
    const next = [index + 1];
    other.forEach((against, at) => {
      const changed = (row[at] ?? 0) + (symbol === against ? 0 : 1);
      next.push(Math.min(changed, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    });
    row = next;
  }
  return row[other.length] ?? 0;
}

/** How long somebody speaks in these samples of 16 kHz. */
export function voicedMs(chunks: readonly Int16Array[]): number {
  const levels = chunks.flatMap((samples) => {
    const frames = Math.floor(samples.length / FRAME_SAMPLES);
    return Array.from({ length: frames }, (_, at) =>
      rootMeanSquare(samples.subarray(at * FRAME_SAMPLES, (at + 1) * FRAME_SAMPLES)),
    );
  });
  const loudest = levels.reduce((most, level) => Math.max(most, level), 0);
  return MS_PER_FRAME * levels.filter((level) => level > MIN_SHARE * loudest).length;
}
