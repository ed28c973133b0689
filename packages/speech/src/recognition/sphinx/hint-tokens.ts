import { DIGIT_WORDS } from "../../synthesis/digit-words.ts";
/** One word of a hint, or one of Twilio's classes such as `$OOV_CLASS_DIGIT_SEQUENCE`. */
export type HintToken = { type: "word"; word: string } | { type: "class"; name: HintClass };

export interface Hint {
  /** As it was written. */
  text: string;
  tokens: HintToken[];
}

export const hintClasses = [
  "digits",
  "letters",
  "characters",
  "number",
  "month",
  "weekday",
] as const;
export type HintClass = (typeof hintClasses)[number];

const CLASSES: Readonly<Record<string, HintClass>> = {
  $OOV_CLASS_DIGIT_SEQUENCE: "digits",
  $OOV_CLASS_FULLPHONENUM: "digits",
  $FULLPHONENUM: "digits",
  $OOV_CLASS_POSTALCODE: "digits",
  $POSTALCODE: "digits",
  $ADDRESSNUM: "digits",
  $OOV_CLASS_ALPHA_SEQUENCE: "letters",
  $OOV_CLASS_ALPHANUMERIC_SEQUENCE: "characters",
  $OPERAND: "number",
  $OOV_CLASS_TEMPERATURE: "number",
  $MONTH: "month",
  $DAY: "weekday",
};

const MAX_HINTS = 500;
const MAX_HINT = 100;

/** The phrases of a `hints` attribute; those that cannot be used are told apart. */
export function readHints(text: string): { hints: Hint[]; refused: string[] } {
  const phrases = text.split(",").map((phrase) => phrase.trim().replace(/\s+/g, " "));
  const hints: Hint[] = [];
  const refused: string[] = [];
  for (const phrase of new Set(phrases.filter((each) => each !== ""))) {
    const tokens = phrase.length > MAX_HINT ? null : parseTokens(phrase);
    if (tokens === null || tokens.length === 0 || hints.length >= MAX_HINTS) {
      refused.push(phrase);
    } else {
      hints.push({ text: phrase, tokens });
    }
  }
  return { hints, refused };
}

/** Null where a class is not known. */
function parseTokens(phrase: string): HintToken[] | null {
  const tokens: HintToken[] = [];
  for (const part of phrase.split(" ")) {
    if (!part.startsWith("$")) {
      tokens.push(...splitWords(part).map((word) => ({ type: "word", word }) as const));
      continue;
    }
    const name = Object.hasOwn(CLASSES, part) ? CLASSES[part] : undefined;
    if (name === undefined) {
      return null;
    }
    tokens.push({ type: "class", name });
  }
  return tokens;
}

/** As people say them: small letters, figures one by one. */
function splitWords(part: string): string[] {
  return part
    .toLowerCase()
    .replace(/\d/g, (digit) => ` ${DIGIT_WORDS[Number(digit)] ?? ""} `)
    .replaceAll("&", " and ")
    .replace(/[^\p{L}' ]/gu, " ")
    .split(" ")
    .filter((word) => /\p{L}/u.test(word));
}

/** What `speechModel="numbers_and_commands"` listens for, beside the hints. */
export const NUMBERS_AND_COMMANDS = [
  ..."yes,no,yeah,okay,correct,wrong,cancel,stop,start,help,repeat,continue,next,previous".split(
    ",",
  ),
  ..."back,go back,menu,main menu,exit,goodbye,operator,representative,agent,skip".split(","),
  "$OPERAND",
  "$OOV_CLASS_DIGIT_SEQUENCE",
].join(",");
