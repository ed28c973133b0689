import { foldText } from "@linedesk/contract";

/**
 * What was typed into a search as the search reads it: without case and accents, and digits with
 * blanks between them as one number. Whoever counts numbers counts them here: an accent on
 * a digit hides none.
 */
export function foldFind(typed: string): string {
  return foldText(typed).replaceAll(/(?<=\d)[\s().-]+(?=\d)/g, "");
}
