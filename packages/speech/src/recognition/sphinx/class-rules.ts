import { DIGIT_WORDS } from "../../synthesis/digit-words.ts";
import type { HintClass } from "./hint-tokens.ts";

const TEENS =
  "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const MONTHS =
  "january february march april may june july august september october november december";
const WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday";
const LETTERS = "abcdefghijklmnopqrstuvwxyz".split("");

/** What each class may consist of, in JSGF; the rules that it leans on stand beside it. */
export const CLASS_RULES: Readonly<Record<HintClass | "digit" | "letter", string>> = {
  digit: `${DIGIT_WORDS.join(" | ")} | oh`,
  letter: LETTERS.join(" | "),
  digits: "( <digit> | double <digit> | triple <digit> )+",
  letters: "<letter>+",
  characters: "( <digit> | <letter> )+",
  number: `<digit> | ${TEENS.join(" | ")} | ( ${TENS.join(" | ")} ) [ <digit> ]`,
  month: MONTHS.replaceAll(" ", " | "),
  weekday: WEEKDAYS.replaceAll(" ", " | "),
};

/** Words of a class as people write them: `four double nine` is `499`. */
export function writeClass(name: HintClass, words: readonly string[]): string {
  switch (name) {
    case "digits":
    case "letters":
    case "characters":
      return words.map((word, at) => writeCharacter(word, words[at - 1])).join("");
    case "number":
      return String(words.reduce((sum, word) => sum + readNumber(word), 0));
    case "month":
    case "weekday":
      return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
  }
}

/** Are these words, one after the other, the class? One number, as many digits as it takes. */
export function areOfClass(name: HintClass, words: readonly string[]): boolean {
  const most = name === "number" ? 2 : name === "month" || name === "weekday" ? 1 : Infinity;
  if (words.length === 0 || words.length > most) {
    return false;
  }
  if (name === "number" && words.length === 2) {
    return TENS.includes(words[0] ?? "") && isDigit(words[1] ?? "");
  }
  return words.every((word) => isOfClass(name, word));
}

function isOfClass(name: HintClass, word: string): boolean {
  switch (name) {
    case "digits":
      return isDigit(word) || word === "double" || word === "triple";
    case "letters":
      return word.length === 1;
    case "characters":
      return word.length === 1 || isDigit(word);
    case "number":
      return isDigit(word) || TEENS.includes(word) || TENS.includes(word);
    case "month":
      return MONTHS.split(" ").includes(word);
    case "weekday":
      return WEEKDAYS.split(" ").includes(word);
  }
}

function isDigit(word: string): boolean {
  return DIGIT_WORDS.includes(word) || word === "oh";
}

function writeCharacter(word: string, before: string | undefined): string {
  if (word === "double" || word === "triple") {
    return "";
  }
  const times = before === "double" ? 2 : before === "triple" ? 3 : 1;
  const figure = word === "oh" ? 0 : DIGIT_WORDS.indexOf(word);
  return (figure < 0 ? word.toUpperCase() : String(figure)).repeat(times);
}

function readNumber(word: string): number {
  if (word === "oh") {
    return 0;
  }
  const digit = DIGIT_WORDS.indexOf(word);
  if (digit >= 0) {
    return digit;
  }
  const teen = TEENS.indexOf(word);
  return teen >= 0 ? 10 + teen : 20 + 10 * TENS.indexOf(word);
}
