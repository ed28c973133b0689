import { foldText } from "@linedesk/contract";

/** The letters that people also write as two. */
const SPELLED: Readonly<Record<string, string>> = {
  ä: "ae",
  æ: "ae",
  ö: "oe",
  ø: "oe",
  œ: "oe",
  ü: "ue",
  å: "aa",
  ß: "ss",
  þ: "th",
};
const PAIRS = new Map(
  [...new Set(Object.values(SPELLED))].map((pair) => [
    pair,
    Object.keys(SPELLED).filter((letter) => SPELLED[letter] === pair),
  ]),
);
const TOKENS = new RegExp(`${[...PAIRS.keys()].join("|")}|.`, "giu");
/** Latin, Greek, Cyrillic, Arabic, and the Latin and Greek letters of several accents. */
const SCRIPTS = [
  [0x41, 0x24f],
  [0x370, 0x52f],
  [0x620, 0x6d3],
  [0x1e00, 0x1fff],
] as const;
const ACCENTS = String.raw`[\u0300-\u036f]*`;

let variants: ReadonlyMap<string, string> | undefined;

/** Lists the letters of both cases with and without accents, by the letter without its accent. */
function listVariants(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [from, to] of SCRIPTS) {
    for (let code = from; code <= to; code += 1) {
      const letter = String.fromCodePoint(code);
      const folded = foldText(letter);
      if (/^\p{L}$/u.test(letter) && /^\p{L}$/u.test(folded)) {
        found.set(folded, (found.get(folded) ?? "") + letter);
      }
    }
  }
  return found;
}

function writeLetter(letter: string): string {
  variants ??= listVariants();
  const folded = foldText(letter);
  const all = variants.get(folded);
  return all === undefined ? folded && letter : `[${all}]${ACCENTS}`;
}

/** Returns the capital as one letter; `toUpperCase` would return two letters for `ß`. */
function toCapital(letter: string): string {
  return letter === "ß" ? "ẞ" : letter.toUpperCase();
}

function writeBothCases(letters: readonly string[]): string {
  return `[${letters.map((letter) => letter + toCapital(letter)).join("")}]`;
}

/**
 * Matches letters with any accent and without one. If people also write a letter as two letters,
 * matches both spellings. The database folds the case of letters beyond ASCII only in some locales,
 * so each letter is in both cases.
 */
export function writeLetters(text: string): string {
  const tokens = text.normalize("NFC").match(TOKENS) ?? [];
  return tokens.map(writeToken).join("");
}

function writeToken(token: string): string {
  const pair = SPELLED[token.toLowerCase()] ?? token.toLowerCase();
  const joined = PAIRS.get(pair);
  if (joined === undefined) {
    return writeLetter(token);
  }
  const two = Array.from(pair, writeLetter).join("");
  const one = pair === token.toLowerCase() ? "" : `${writeLetter(token)}|`;
  return `(?:${one}${writeBothCases(joined)}|${two})`;
}
