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

const SEPARATOR = "[ ().-]*";
const HOME = "+61";

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
}

/** Matches a number in every usual format, with and without its country code. */
function writeNumber(number: string): string {
  const digits = number.slice(1).split("").join(SEPARATOR);
  const international = `(?:[+]|00)?${digits}`;
  if (!number.startsWith(HOME)) {
    return international;
  }
  const national = `0${number.slice(HOME.length)}`.split("").join(SEPARATOR);
  return `(?:${international}|${national})`;
}

/** A single word does not identify a person, because other people have that name. */
function isIdentifying(name: string): boolean {
  return name.trim().split(/\s+/).length > 1;
}

function writeName(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .map(escape)
    .join(String.raw`\s+`);
}

/**
 * Returns a database pattern that finds a person's numbers and full names in any text; `null` when
 * nothing that is known identifies the person.
 */
export function writePersonPattern({ numbers, names }: PersonWords): string | null {
  const words = [
    ...new Set([...numbers.map(writeNumber), ...names.filter(isIdentifying).map(writeName)]),
  ];
  return words.length === 0 ? null : `(?<![[:alnum:]])[(]?(?:${words.join("|")})(?![[:alnum:]])`;
}

/** Returns a name in the form of a JSON string, where a line break is two characters. */
function writeNameInJson(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .map((word) => escape(JSON.stringify(word).slice(1, -1)))
    .join(String.raw`(?:\s|\\[nrtf])+`);
}

export function writePersonSieve({ numbers, names }: PersonWords): string {
  return [...numbers.map(writeNumber), ...names.filter(isIdentifying).map(writeNameInJson)].join(
    "|",
  );
}

/** Returns `null` when nothing that is known identifies the person. */
export function writeReplacement(known: PersonWords): Replacement | null {
  const pattern = writePersonPattern(known);
  return pattern === null ? null : { pattern, sieve: writePersonSieve(known), words: ERASED };
}

export function listIdentifying({ names, numbers }: PersonWords): PersonWords {
  return { names: names.filter(isIdentifying), numbers };
}
