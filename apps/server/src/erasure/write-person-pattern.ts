export const ERASED = "[erased]";

export interface PersonWords {
  numbers: readonly string[];
  names: readonly string[];
}

const SEPARATOR = "[ ().-]*";
const HOME = "+61";

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
}

/** A number in every usual writing, with its country or without. */
function writeNumber(number: string): string {
  const digits = number.slice(1).split("").join(SEPARATOR);
  const international = `(?:[+]|00)?${digits}`;
  if (!number.startsWith(HOME)) {
    return international;
  }
  const national = `0${number.slice(HOME.length)}`.split("").join(SEPARATOR);
  return `(?:${international}|${national})`;
}

/** A name of one word is other people's too: it is no mark of one person. */
function isTelling(name: string): boolean {
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
 * A pattern of the database that finds a person's numbers and full names in any text; null where
 * nothing is known that tells the person from others.
 */
export function writePersonPattern({ numbers, names }: PersonWords): string | null {
  const words = [
    ...new Set([...numbers.map(writeNumber), ...names.filter(isTelling).map(writeName)]),
  ];
  return words.length === 0 ? null : `(?<![[:alnum:]])[(]?(?:${words.join("|")})(?![[:alnum:]])`;
}

/** A name as JSON has it within a string, where a line's end is two letters. */
function writeNameInJson(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .map((word) => escape(JSON.stringify(word).slice(1, -1)))
    .join(String.raw`(?:\s|\\[nrtf])+`);
}

export function writePersonSieve({ numbers, names }: PersonWords): string {
  return [...numbers.map(writeNumber), ...names.filter(isTelling).map(writeNameInJson)].join("|");
}
