import { foldText } from "./fold-text.ts";

/** The signs that people leave out: `O'Brien` is typed as obrien, `Mary-Anne` as maryanne. */
const SIGNS = /['’‘`´ʼ′׳՚"״.‐‑‒–—־֊-]/gu;
const SIGNS_IN_WORDS = new RegExp(`(?<=\\p{L})${SIGNS.source}+(?=\\p{L})`, "gu");
const SIGNS_AT_LETTERS = new RegExp(`(?<=\\p{L})${SIGNS.source}+|${SIGNS.source}+(?=\\p{L})`, "gu");

/** The letters that people write as two letters if their keyboard does not have them. */
const SPELLED: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe", đ: "dj" };

/**
 * Words of names up to this length are often written together with the next: `de Luca`, `J. R.`.
 */
const SHORT_LETTERS = 3;

/**
 * Returns the other words by which people find a name: without signs between letters, with the
 * spellings of letters such as `ü`, and joined to the next word. In a name of two words only a
 * short word is joined. `spoken_words` does the same in the database.
 */
export function listSpokenWords(name: string): string[] {
  const folded = foldText(name);
  const spelled = name
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[äöüåøđ]/g, (letter) => SPELLED[letter] ?? letter);
  const short = folded.replaceAll(/([aou])e|(a)a|(d)j/g, "$1$2$3");
  const words = [folded, foldText(spelled), short].flatMap((spelling) => [
    ...splitWords(spelling),
    ...joinWords(splitWords(spelling.replaceAll(SIGNS, ""))),
  ]);
  return [...new Set(words)].filter((word) => !/\d/.test(word)).slice(0, MOST_WORDS);
}

/** Without this limit, a name with many spaces could have hundreds of words. */
const MOST_WORDS = 60;

/** Returns a search text whose words have no signs between letters: obrien for `O'Brien`. */
export function joinSpoken(find: string): string {
  return find.replaceAll(SIGNS_IN_WORDS, "");
}

/**
 * Returns a search of two or three words without digits as one word, because `Mc Donald` can be
 * written McDonald; `null` for any other search.
 */
export function joinFind(find: string): string | null {
  const words = splitWords(joinSpoken(find));
  return words.length > 1 && words.length <= 3 && !/\p{N}/u.test(find) ? words.join("") : null;
}

function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function joinWords(pieces: readonly string[]): string[] {
  const pairs =
    pieces.length > 2 ? pieces.slice(1).map((piece, at) => `${pieces[at] ?? ""}${piece}`) : [];
  const joined = pieces.slice(0, -1).map((piece, at) => {
    let whole = piece;
    for (let last = at; (pieces[last]?.length ?? 0) <= SHORT_LETTERS && last + 1 < pieces.length;) {
      last += 1;
      whole += pieces[last] ?? "";
    }
    return whole;
  });
  return [...pieces, ...joined, ...pairs];
}

/**
 * Returns true when each word of a search is in the text, as it is written or as it is pronounced.
 */
export function isSpokenIn(text: string, find: string): boolean {
  const searched = [foldText(text), ...listSpokenWords(text)].join(" ");
  return foldText(find)
    .split(/\s+/u)
    .every(
      (word) => searched.includes(word) || searched.includes(word.replaceAll(SIGNS_AT_LETTERS, "")),
    );
}
