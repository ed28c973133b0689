import { decodeDos, isDosCodePage } from "./dos-code-pages.ts";
import { findAsianEncoding } from "./find-asian-encoding.ts";
import { rejoinLetters } from "./rejoin-letters.ts";

/**
 * The encodings that a person can choose for a file, by their labels of the Encoding Standard, with
 * the names that the menu shows.
 */
export const fileEncodings = {
  "utf-8": "UTF-8",
  "windows-1252": "Windows-1252 (ä é ñ)",
  macintosh: "Mac Roman (ä é ñ)",
  "windows-1250": "Windows-1250 (ł ř ő)",
  "windows-1251": "Windows-1251 (Ж Я)",
  "windows-1253": "Windows-1253 (Ω λ)",
  "windows-1254": "Windows-1254 (ş ğ ı)",
  "windows-1255": "Windows-1255 (א ב)",
  "windows-1256": "Windows-1256 (ع ب)",
  "windows-1257": "Windows-1257 (ė ų ģ)",
  "windows-874": "Windows-874 (ก ข)",
  cp850: "DOS 850 (ä é ñ)",
  cp852: "DOS 852 (ł ř ő)",
  ibm866: "DOS 866 (Ж Я)",
  "koi8-r": "KOI8-R (Ж Я)",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
  shift_jis: "Shift JIS (あ)",
  gb18030: "GB 18030 (中)",
  big5: "Big5 (繁)",
  "euc-kr": "EUC-KR (한)",
} as const;
export type FileEncoding = keyof typeof fileEncodings;

export function isFileEncoding(value: string): value is FileEncoding {
  return Object.hasOwn(fileEncodings, value);
}

export interface DecodedFile {
  text: string;
  encoding: FileEncoding;
  /** Is true when the bytes do not prove the encoding, so that the person should check it. */
  isGuess: boolean;
}

/**
 * The single-byte encodings that are recognised; of two equally likely ones the earlier is chosen.
 */
const guessed = [
  "windows-1252",
  "macintosh",
  "windows-1250",
  "windows-1254",
  "windows-1255",
  "windows-1251",
  "windows-1253",
  "windows-1256",
  "koi8-r",
  "ibm866",
  "cp850",
  "cp852",
] as const;

/** Enough bytes to recognise an encoding. */
const SAMPLE_BYTES = 200_000;

/** Decodes a file of text in the given encoding, or in the one that its bytes show. */
export function decodeFile(bytes: Uint8Array, chosen?: FileEncoding): DecodedFile {
  if (chosen !== undefined) {
    const written = chosen === "utf-8" ? rejoinLetters(bytes) : bytes;
    return { text: decodeAs(written, chosen), encoding: chosen, isGuess: true };
  }
  const wide = findWideEncoding(bytes);
  if (wide !== null) {
    return { text: decodeAs(bytes, wide), encoding: wide, isGuess: false };
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(rejoinLetters(bytes));
    return { text, encoding: "utf-8", isGuess: false };
  } catch {
    // The bytes are not UTF-8, or only some of them are.
    const mixed = decodeMostly(rejoinLetters(bytes));
    if (mixed !== null) {
      return { text: mixed, encoding: "utf-8", isGuess: true };
    }
    const encoding = guessEncoding(bytes);
    return { text: decodeAs(bytes, encoding), encoding, isGuess: true };
  }
}

/** For each line in another encoding, this many lines must be UTF-8 with letters beyond ASCII. */
const LINES_FOR_ONE = 4;

/**
 * Decodes a file in UTF-8 into which a few lines of another encoding were pasted, each line by its
 * own encoding. Returns `null` for any other file.
 */
function decodeMostly(bytes: Uint8Array): string | null {
  const strict = new TextDecoder("utf-8", { fatal: true });
  const lines: string[] = [];
  let proven = 0;
  let others = 0;
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(0x0a, from);
    const line = bytes.subarray(from, end === -1 ? bytes.length : end + 1);
    from += line.length;
    try {
      const text = strict.decode(line);
      proven += text.length < line.length ? 1 : 0;
      lines.push(text);
    } catch {
      // The line is not UTF-8.
      others += 1;
      lines.push(decodeAs(line, "windows-1252"));
    }
  }
  return others > 0 && proven >= others * LINES_FOR_ONE ? lines.join("") : null;
}

function decodeAs(bytes: Uint8Array, encoding: FileEncoding): string {
  if (isDosCodePage(encoding)) {
    return decodeDos(bytes, encoding);
  }
  const decoder = new TextDecoder(encoding);
  // Node 20 decodes windows-1252 as Latin-1, except in a stream.
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}

/** Recognises UTF-16 by its byte order mark, or by the zero bytes of its Latin letters. */
function findWideEncoding(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) {
    return "utf-16le";
  }
  if (first === 0xfe && second === 0xff) {
    return "utf-16be";
  }
  const sample = bytes.subarray(0, 2_000);
  const zeros: [number, number] = [0, 0];
  for (const [at, byte] of sample.entries()) {
    zeros[at % 2 === 0 ? 0 : 1] += byte === 0 ? 1 : 0;
  }
  const half = sample.length / 2;
  if (zeros[1] > half * 0.4 && zeros[0] < half * 0.05) {
    return "utf-16le";
  }
  return zeros[0] > half * 0.4 && zeros[1] < half * 0.05 ? "utf-16be" : null;
}

function guessEncoding(bytes: Uint8Array): FileEncoding {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const asian = findAsianEncoding(sample);
  if (asian !== null) {
    return asian;
  }
  let best: { encoding: FileEncoding; score: number } | null = null;
  for (const encoding of guessed) {
    const score = scoreText(decodeAs(sample, encoding));
    if (best === null || score > best.score) {
      best = { encoding, score };
    }
  }
  return best?.encoding ?? "windows-1252";
}

/** The letters that are frequent in names and words of Western Europe. */
const COMMON = /[äöüßéèêëàâçñáíóúåîïôûãõÄÖÜÉÅØÆÇÑÁÍÓÚ]/;
const NORDIC = /[øæœ]/;
/**
 * Matches õ and û at places where Portuguese and French seldom have them. Hungarian has ő and ű in
 * the same bytes.
 */
const HUNGARIAN = /õ(?!e)|(?<![odmbrsl])û/giu;
/** Hungarian has these letters. Estonian, which has õ at any place, does not have them. */
const ACUTE = /[áíóú]/iu;
/** In Italian words these letters are only at the end. */
const ITALIAN = /[ìòùÌÒÙ]/;
const CENTRAL = /[ąćęłńśźżĄĆĘŁŃŚŹŻčďěňřšťůžČĎŘŠŤŽőűŐŰăîșşţŞŢđĐýÝ]/;
/** French and Portuguese capitals at places where the Slavic letters of the same bytes are rare. */
const WESTERN_CAPITALS =
  /(?<=[B-DF-HJ-NP-TV-ZIU])È(?=[B-DF-HJ-NP-TV-Z]{1,2}E|S(?!\p{L}))|(?<=[AEOU])Ï(?=[B-DF-HJ-NP-TV-Z])|Ê(?=(?:T|CH|P|N|V|M)R?E)|(?<=[BDLMRS])Û|Õ(?=E)/gu;
/** Croatian and Slovenian names end in `ić` and `ač`, and no Western name ends so. */
const SLAVIC_ENDS = /(?:[aio]è|iæ)(?!\p{L})/gu;
/** A word in capitals seldom ends with a small letter, except for ß. */
const SMALL_AFTER_CAPITALS = /(?<=\p{Lu}{2})[\u00E0-\u024F](?<=\p{Ll})(?!\p{L})/gu;
/** Czech and Slovak often have a letter with a caron beside a long vowel. */
const CZECH_PAIR = /^(?:[čďňřšťž][áéíóúýů]|[áéíóúýů][čďňřšťž])$/iu;
const TURKISH = /[ğışĞİŞ]/g;
const ICELANDIC = /[ðþÐÞ]/g;
/**
 * Icelandic and Lithuanian have these letters at places where Turkish does not. No Turkish word
 * begins with `Ğ`.
 */
const NOT_TURKISH = /[áíóúýæÁÍÓÚÝÆ]|(?<!\p{L})Ğ/u;
const OTHER_SCRIPT = /[\u0370-\u06FF]/;
/** An apostrophe in a name, or in an English word such as `it’s`. */
const APOSTROPHE = /^(?:[\p{Lu}]’\p{Lu}|\p{Ll}’(?:s|t|d|m))$/u;

/**
 * Rates a text. Likely letters increase the rating, and signs and capitals within words decrease
 * it.
 */
function scoreText(text: string): number {
  let score = 0;
  for (const { 0: found, index } of text.matchAll(/[^\0-\x7f]/gu)) {
    const before = text[index - 1] ?? " ";
    const after = text[index + found.length] ?? " ";
    score += scoreLetter(found, before, after);
  }
  const turkish = (text.match(TURKISH)?.length ?? 0) * (NOT_TURKISH.test(text) ? -2 : 2);
  const hungarian = ACUTE.test(text) ? (text.match(HUNGARIAN)?.length ?? 0) : 0;
  const icelandic = ACUTE.test(text) ? 2 * (text.match(ICELANDIC)?.length ?? 0) : 0;
  const western = 4 * (text.match(WESTERN_CAPITALS)?.length ?? 0);
  const slavic = 2.5 * (text.match(SLAVIC_ENDS)?.length ?? 0);
  const small = 1.5 * (text.match(SMALL_AFTER_CAPITALS)?.length ?? 0);
  return score + turkish + icelandic + western - slavic - small - 1.2 * hungarian;
}

function scoreLetter(found: string, before: string, after: string): number {
  if (!isLetter(found)) {
    return scoreSign(found, before, after);
  }
  const isCapitalInside = /\p{Lu}/u.test(found) && /\p{Ll}/u.test(before);
  const isSmallInCapitals = /\p{Ll}/u.test(found) && /\p{Lu}/u.test(after);
  if (isCapitalInside || isSmallInCapitals) {
    return -3;
  }
  if (!isLetter(before) && !isLetter(after)) {
    return -1;
  }
  if (OTHER_SCRIPT.test(found)) {
    return /[a-z]/i.test(before + after) ? -3 : 1.5;
  }
  // Latin words seldom have two accented letters side by side.
  const isCrowd = isLetter(before) && before > "\u007F" && !CZECH_PAIR.test(before + found);
  const worth = rateLatin(found, after);
  return isCrowd ? worth - 3 : worth;
}

function rateLatin(found: string, after: string): number {
  if (COMMON.test(found)) {
    return 2;
  }
  if (ITALIAN.test(found)) {
    return isLetter(after) ? -1 : 2;
  }
  return NORDIC.test(found) ? 1.3 : CENTRAL.test(found) ? 1 : -0.5;
}

function scoreSign(found: string, before: string, after: string): number {
  if (/[\u0080-\u009F\uFFFD]/.test(found)) {
    return -5;
  }
  if (found === "’") {
    return APOSTROPHE.test(`${before}’${after}`) ? 3 : -1;
  }
  const isInside = isLetter(before) && isLetter(after);
  const isQuote = /[„“”»«‘‚–—…€°§©®™\u00A0]/.test(found);
  return isInside ? -2.5 : isQuote ? 0.5 : isLetter(before) || isLetter(after) ? -2 : -0.5;
}

function isLetter(character: string): boolean {
  return /\p{L}/u.test(character);
}
