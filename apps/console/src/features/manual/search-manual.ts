import type { ManualPage, ManualSection } from "./parse-page.ts";

/** A place of the manual that contains the words of the search. */
export interface ManualHit {
  path: string;
  title: string;
  /** The heading and its id; both are empty for the page itself. */
  heading: string;
  id: string;
  /**
   * The sentence with the words. If a title or heading has these words, it is the first sentence
   * below.
   */
  sentence: string;
}

interface RankedHit extends ManualHit {
  rank: number;
}

/** Nobody would read a longer list. */
const MOST_SHOWN = 30;

/** Finds the places with all words: first hits in titles, then in headings, then in text. */
export function searchManual(pages: readonly ManualPage[], find: string): ManualHit[] {
  const words = splitWords(find);
  if (words.length === 0) {
    return [];
  }
  return pages
    .flatMap((page) => searchPage(page, words))
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MOST_SHOWN)
    .map(({ rank: _rank, ...hit }) => hit);
}

export function splitWords(find: string): string[] {
  return fold(find).split(/\s+/u).filter(Boolean);
}

/**
 * Removes case and accents. Each letter becomes one letter, so that an index in the result is valid
 * in the NFC form of `text` too.
 */
export function fold(text: string): string {
  const letters = text.normalize("NFC").toLowerCase();
  return letters.replaceAll(/[^\0-\x7f]/g, (letter) => letter.normalize("NFD").charAt(0));
}

function hasAll(text: string, words: readonly string[]): boolean {
  const folded = fold(text);
  return words.every((word) => folded.includes(word));
}

function searchPage(page: ManualPage, words: readonly string[]): RankedHit[] {
  const { path, title, sections } = page;
  const ofTitle = hasAll(title, words)
    ? [{ path, title, heading: "", id: "", sentence: sections[0]?.sentences[0] ?? "", rank: 0 }]
    : [];
  const ofSections = sections.flatMap((section) => {
    const { heading, id } = section;
    const found = searchSection(page, section, words);
    return found === null ? [] : [{ path, title, heading, id, ...found }];
  });
  // A hit in the title opens the same place as a hit before the first heading, so only one is
  // listed.
  return [...ofTitle, ...ofSections.filter(({ id }) => ofTitle.length === 0 || id !== "")];
}

function searchSection(
  { title }: ManualPage,
  { heading, sentences }: ManualSection,
  words: readonly string[],
): Pick<RankedHit, "sentence" | "rank"> | null {
  const [first = ""] = sentences;
  if (heading !== "" && hasAll(heading, words)) {
    return { sentence: first, rank: 1 };
  }
  const whole = sentences.find((sentence) => hasAll(sentence, words));
  if (whole !== undefined) {
    return { sentence: whole, rank: 2 };
  }
  // Words of the title count in every section, so a sentence must contain at least one of the
  // words.
  const partly = sentences.find((sentence) => words.some((word) => hasAll(sentence, [word])));
  return partly !== undefined && hasAll([title, heading, ...sentences].join(" "), words)
    ? { sentence: partly, rank: 3 }
    : null;
}
