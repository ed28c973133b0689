import { fold } from "./search-manual.ts";

export interface HitPart {
  text: string;
  isHit: boolean;
}

/** Splits a sentence at the words of a search, so that the page can mark the words. */
export function splitHits(sentence: string, words: readonly string[]): HitPart[] {
  const text = sentence.normalize("NFC");
  const folded = fold(text);
  const parts: HitPart[] = [];
  let at = 0;
  while (at < text.length) {
    const next = findNext(folded, words, at);
    const from = next?.from ?? text.length;
    if (from > at) {
      parts.push({ text: text.slice(at, from), isHit: false });
    }
    if (next !== null) {
      parts.push({ text: text.slice(from, from + next.length), isHit: true });
    }
    at = from + (next?.length ?? 0);
  }
  return parts;
}

/** Returns the first word at or after `at`, and the longest if several begin at one index. */
function findNext(
  folded: string,
  words: readonly string[],
  at: number,
): { from: number; length: number } | null {
  const [first = null] = words
    .map((word) => ({ from: folded.indexOf(word, at), length: word.length }))
    .filter(({ from }) => from !== -1)
    .toSorted((one, other) => one.from - other.from || other.length - one.length);
  return first;
}
