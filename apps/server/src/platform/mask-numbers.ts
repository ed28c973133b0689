import { maskNumber } from "@linedesk/contract";
import type { NumberChange } from "./map-numbers.ts";
import type { NumberSeal } from "./number-seal.ts";

/** No telephone number of a person is shorter; a date is as long. */
const LEAST_DIGITS = 8;
const IN_WORDS = /(?<![\p{L}\d-])\+?\d[\d ()-]{6,}\d(?![\p{L}\d-])/gu;
const DATE = /^\d{4}-\d\d-\d\d/;

/** What a seat of the station gets that may not see callers' numbers. */
export function maskNumbers(station: string, seal: NumberSeal): NumberChange {
  return {
    number: (number) => (number === "" ? number : seal.hide(number, station)),
    display: maskNumber,
    text: maskInWords,
  };
}

/** Every number in a sentence or a file, as the server writes numbers; dates stay. */
export function maskInWords(text: string): string {
  return text.replaceAll(IN_WORDS, (found) =>
    found.replaceAll(/\D/g, "").length < LEAST_DIGITS || DATE.test(found)
      ? found
      : maskNumber(found),
  );
}

/** Whether the whole text is a number of a person. */
export function isNumberAlone(text: string): boolean {
  const isDigits = /^\+?\d[\d ()-]*$/.test(text) && !DATE.test(text);
  return isDigits && text.replaceAll(/\D/g, "").length >= LEAST_DIGITS;
}
