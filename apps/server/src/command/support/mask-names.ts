const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
const QUOTED = /"[^"\n]{1,2000}"|'[^'\n]{1,2000}'/g;
const SHORTEST = 2;
const SHORTEST_SMALL = 3;

/** Returns the words of names, as `maskNames` looks them up. */
export function listNameWords(names: readonly string[]): Set<string> {
  const words = names.flatMap((name) => name.match(WORD) ?? []);
  return new Set(words.filter((word) => word.length >= SHORTEST || !hasCase(word)).map(fold));
}

function fold(word: string): string {
  return word.normalize("NFC").toLowerCase();
}

/** Masks every word of a name in a value, which may contain the name in any form. */
export function maskNames(text: string, words: ReadonlySet<string>): string {
  return text.replaceAll(WORD, (word) =>
    words.has(fold(word)) && (word.length >= SHORTEST_SMALL || isCapital(word)) ? "[name]" : word,
  );
}

/**
 * Masks the words of names in a sentence of a program. In quotes it masks every such word.
 * Elsewhere it masks only words with a capital letter, because names such as Mark and Will are also
 * ordinary words.
 */
export function maskNamesInSentence(text: string, words: ReadonlySet<string>): string {
  return text
    .replaceAll(QUOTED, (quoted) => maskNames(quoted, words))
    .replaceAll(WORD, (word) => (words.has(fold(word)) && isCapital(word) ? "[name]" : word));
}

/**
 * Returns true for a word in a script with capitals. In other scripts, one character can be a name.
 */
function hasCase(word: string): boolean {
  return word.toLowerCase() !== word.toUpperCase();
}

/** Returns true for a word that begins with a capital or is in a script without capitals. */
function isCapital(word: string): boolean {
  const [first = ""] = word;
  return first === first.toUpperCase();
}
