import { parsePhoneNumberFromString, type PhoneNumber } from "libphonenumber-js/max";

import { HOME_COUNTRY } from "./to-e164.ts";

const LONGEST = 60;

interface WrittenNumber {
  /** The number in E.164. */
  number: string;
  /** The digits behind a switchboard; empty without an extension. */
  extension: string;
}

/**
 * Reads a number as people, address books and spreadsheets write it: with an extension, with
 * letters, as a formula or with an access code. Returns `null` for an invalid number.
 */
export function readWrittenNumber(written: string): WrittenNumber | null {
  const text = cleanNumber(written);
  if (text.length > LONGEST || isSpoiledNumber(written)) {
    return null;
  }
  const parsed = parseValid(text) ?? parseLetters(text);
  return parsed === null ? null : { number: parsed.number, extension: parsed.ext ?? "" };
}

/** Returns the number in the form of a contact: `+61255500190;ext=101` (RFC 3966). */
export function toContactNumber(written: string): string | null {
  const read = readWrittenNumber(written);
  if (read === null) {
    return null;
  }
  return read.extension === "" ? read.number : `${read.number};ext=${read.extension}`;
}

/**
 * Returns true for a number whose digits a spreadsheet has lost: rounded (`6.14916E+10`), cut off
 * (`####`), an error value or a date.
 */
export function isSpoiledNumber(written: string): boolean {
  const text = written.trim();
  return (
    !(readPower(text)?.isWhole ?? true) ||
    /^#(?:#+|N\/A|VALUE!|NAME\?|REF!|DIV\/0!|NUM!|NULL!|ERROR!|WERT!|NV|BEZUG!|ZAHL!)/i.test(
      text,
    ) ||
    /^\d{1,2}[-. /]+(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-z]*\.?(?:[-. /]\d{2,4})?$/i.test(
      text,
    )
  );
}

/** Reads a number such as `6.1491570006E+10`. `isWhole` is true when it shows every digit. */
function readPower(text: string): { digits: string; isWhole: boolean } | null {
  const parts = /^\+?(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i.exec(text);
  if (parts === null) {
    return null;
  }
  const [, first = "", rest = "", power = ""] = parts;
  const missing = Number(power) - rest.length;
  // A spreadsheet rounds a long number to six digits. With more decimals nothing was rounded, and
  // the missing digits are zeros.
  const isWhole = missing === 0 || (missing > 0 && rest.length > 7);
  return { digits: `${first}${rest}${"0".repeat(Math.max(0, missing))}`, isWhole };
}

const EXTENSION_WORDS =
  /[ ,;]{0,3}\b(?:durchwahl|dw|nebenstelle|nst|klapka|apparat|app|poste|interne?|interno|int|anexo|anexe|ramal|toestel|tst|wew|linje|lokal|anknytning|extn|extensión|ext|extension|x)\b[ .:=#]{0,3}(?=\d{1,7}$)/iu;
/** A telephone stores the extension behind a pause or a wait: `0255500190p101`. */
const PAUSES = /(?<=\d)[ ]?[pw]{1,5}(?=\d{1,7}#?$)/i;

function cleanNumber(written: string): string {
  const bare = written
    .normalize("NFKC")
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, "")
    .replaceAll(/(?<=\d)[_·•](?=\d)/g, " ")
    .trim()
    .replace(/^="?([^"]*)"?$/, "$1")
    .replace(/^'/, "")
    .replace(/^(?:tel|phone|fon|ph|mob|mobile|t|m)\s*[.:]\s*/i, "")
    .replace(/^(\d[\d\s]{4,18}\d)(?:\.0+|,00)$/, "$1")
    .replace(/\(([^\d)]{0,20}\d{1,7})\)$/u, " $1")
    .replace(/\(([^()]{0,60})\)$/u, (found, inside: string) => (/\p{L}/u.test(inside) ? "" : found))
    .trim();
  const power = readPower(bare);
  return (power?.digits ?? bare)
    .replace(EXTENSION_WORDS, " ext. ")
    .replace(PAUSES, " ext. ")
    .replace(/^00(?!11)(?=[\s-]?[1-9])/, "+");
}

function parseValid(text: string): PhoneNumber | null {
  const parsed = parsePhoneNumberFromString(text, HOME_COUNTRY);
  return parsed?.isValid() === true ? parsed : null;
}

const KEYPAD: Record<string, string> = Object.fromEntries(
  ["abc", "def", "ghi", "jkl", "mno", "pqrs", "tuv", "wxyz"].flatMap((letters, index) =>
    Array.from(letters, (letter) => [letter, String(index + 2)]),
  ),
);

/** Returns true for a number whose last digits are hidden, such as `0418 xxx xxx`. */
function isMask(text: string): boolean {
  return /^([a-z])\1*$/i.test(text.replaceAll(/[^a-z]/gi, ""));
}

/**
 * Reads the letters on the keys of a telephone; letters beyond the number's length do not count.
 */
function parseLetters(text: string): PhoneNumber | null {
  const isWord = /^\+?\d[\d\s().-]*[a-z][a-z\d\s-]*$/i.test(text) && /[a-z]{3}/i.test(text);
  if (!isWord || isMask(text)) {
    return null;
  }
  const digits = text
    .toLowerCase()
    .replaceAll(/[a-z]/g, (letter) => KEYPAD[letter] ?? "")
    .replaceAll(/[^+\d]/g, "");
  const least = digits.length - (text.match(/[a-z]/gi)?.length ?? 0);
  for (let length = digits.length; length > least; length -= 1) {
    const parsed = parseValid(digits.slice(0, length));
    if (parsed !== null) {
      return parsed;
    }
  }
  return null;
}
