import { writeLetters } from "./write-letters.ts";

export const ERASED = "[erased]";

export interface Replacement {
  /** Finds the person in a text. */
  pattern: string;
  /** Finds the person in a JSON text, where a line break is two characters. */
  sieve: string;
  words: string;
}

export interface PersonWords {
  numbers: readonly string[];
  names: readonly string[];
}

/**
 * The signs between digits, with the `(0)` that people write behind a country code. A line break is
 * two characters in a JSON text.
 */
const SEPARATOR = String.raw`(?:[(]0[)]|\\[nrt]|[\s(),.\/_·•\u00a0\u2009\u202f\u2010-\u2015\u2212-])*`;
/** The zeros of the scripts whose digits people type: full width, Arabic and Persian. */
const ZEROS = ["0", "０", "٠", "۰"].map((zero) => zero.codePointAt(0) ?? 0);
const HOME = "+61";
/** The plus, or what is dialled for it in Australia, North America and most other countries. */
const ABROAD = `(?:(?:[+]|0011|011|00)${SEPARATOR})?`;
const EXTENSION = String.raw`(?: ?(?:x|ext[.]?|;ext=|#) ?[0-9]{1,7})?`;
const APOSTROPHES = "'’‘`´ʼ′׳՚";
const HYPHENS = "-‐‑‒–—־֊";
/** The signs around a nickname, as keyboards, telephones and languages write them. */
const QUOTES = '"“”„‟«»‹›״()';
/** Separates the words of a name, even in addresses and file names. */
const GAP = String.raw`[\s\u00a0\u202f_.${QUOTES}${APOSTROPHES}・-]`;
const JSON_GAP = String.raw`(?:${GAP}|\\["nrtf])`;

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
}

/** Matches a number in every usual format, with and without its country code, and its extension. */
function writeNumber(number: string): string {
  const international = `${ABROAD}${writeDigits(number.slice(1))}`;
  if (!number.startsWith(HOME)) {
    return `${international}${EXTENSION}`;
  }
  const national = writeDigits(`0${number.slice(HOME.length)}`);
  const both = `${ABROAD}${writeDigits("61")}${SEPARATOR}${national}`;
  return `(?:${international}|${both}|${national})${EXTENSION}`;
}

function writeDigits(digits: string): string {
  return Array.from(
    digits,
    (digit) => `[${String.fromCodePoint(...ZEROS.map((zero) => zero + Number(digit)))}]`,
  ).join(SEPARATOR);
}

/** A single word does not identify a person, because other people have that name. */
function isIdentifying(name: string): boolean {
  return name.trim().split(/\s+/).length > 1;
}

const SIGNS = `${APOSTROPHES}${HYPHENS}${QUOTES}`;
const PARTS = /[\p{L}\p{M}]+|./gsu;

/** Matches a word with any apostrophes, hyphens and accents, and without them. */
function writeWord(word: string, toText: (character: string) => string): string {
  const parts = word.match(PARTS) ?? [];
  return parts
    .map((part) => (SIGNS.includes(part) ? writeSign(part) : writePart(part, toText)))
    .join("");
}

/** A quote sign is two characters in a JSON text. */
function writeSign(sign: string): string {
  if (QUOTES.includes(sign)) {
    return String.raw`(?:\\?[${QUOTES}${APOSTROPHES}])?`;
  }
  return HYPHENS.includes(sign) ? String.raw`[${HYPHENS}\s]?` : `[${APOSTROPHES}]?`;
}

function writePart(part: string, toText: (character: string) => string): string {
  return /^\p{L}/u.test(part) ? writeLetters(part) : escape(toText(part));
}

/** Matches the name as it is said, and with its last word and a comma first, as in lists. */
function writeName(name: string, gap: string, toText = (character: string) => character): string {
  const words = name
    .trim()
    .split(/\s+/)
    .map((word) => writeWord(word, toText));
  const first = words.slice(0, -1).join(`${gap}+`);
  return `(?:${words.join(`${gap}+`)}|${words.at(-1) ?? ""}${gap}*,${gap}*${first})`;
}

/**
 * Returns a database pattern that finds a person's numbers and full names in any text; `null` when
 * nothing that is known identifies the person.
 */
export function writePersonPattern({ numbers, names }: PersonWords): string | null {
  const words = [
    ...new Set([
      ...numbers.map(writeNumber),
      ...names.filter(isIdentifying).map((name) => writeName(name, GAP)),
    ]),
  ];
  // The German genitive adds an s to a name, without an apostrophe.
  const pattern = `[(]?(?:${words.join("|")})(?:s(?![[:alnum:]])|(?![[:alnum:]]))`;
  return words.length === 0 ? null : `(?<![[:alnum:]])${pattern}`;
}

export function writePersonSieve({ numbers, names }: PersonWords): string {
  const toJson = (character: string) => JSON.stringify(character).slice(1, -1);
  const found = names.filter(isIdentifying).map((name) => writeName(name, JSON_GAP, toJson));
  return [...numbers.map(writeNumber), ...found].join("|");
}

/** Returns `null` when nothing that is known identifies the person. */
export function writeReplacement(known: PersonWords): Replacement | null {
  const pattern = writePersonPattern(known);
  return pattern === null ? null : { pattern, sieve: writePersonSieve(known), words: ERASED };
}

export function listIdentifying({ names, numbers }: PersonWords): PersonWords {
  return { names: names.filter(isIdentifying), numbers };
}
