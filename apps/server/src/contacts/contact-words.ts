import { foldText } from "@linedesk/contract";
import { foldFind } from "../platform/fold-find.ts";

const HOME_CODE = "+61";
const MOST_FOUND_BY = 8;

/** `José` is found by `jose`, and stands beside it. */
function splitWords(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** No telephone number of a person is shorter. */
const LEAST_DIGITS = 8;

/**
 * By what contacts are put in order. One that is called as its number stands by the digits that
 * everybody is shown: its place would tell the others.
 */
export function toSortName(name: string): string {
  const words = splitWords(name);
  const digits = words.join("");
  return /^\d+$/.test(digits) && digits.length >= LEAST_DIGITS ? digits.slice(-3) : words.join(" ");
}

/** An E.164 number with its country, and as it is dialled at home. */
function numberWords(number: string): string[] {
  const home = number.startsWith(HOME_CODE) ? [`0${number.slice(HOME_CODE.length)}`] : [];
  return [number.slice(1), ...home];
}

interface Indexed {
  name: string;
  tags: readonly string[];
  numbers: readonly string[];
}

export function listContactWords({ name, tags, numbers }: Indexed): string[] {
  const words = [name, ...tags].flatMap(splitWords);
  return [...new Set([...words, ...numbers.flatMap(numberWords)])];
}

export function listFindWords(find: string): string[] {
  return [...new Set(splitWords(foldFind(find)))].slice(0, MOST_FOUND_BY);
}
