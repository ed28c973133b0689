import { foldText, joinFind, joinSpoken, listSpokenWords } from "@linedesk/contract";
import { foldSearch } from "../platform/fold-search.ts";

const HOME_CODE = "+61";
const MOST_FOUND_BY = 8;

/** Returns the words without accents, so that `jose` finds `José` and both sort together. */
function splitWords(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** No person's telephone number is shorter. */
const LEAST_DIGITS = 8;

/**
 * Returns the sort key of a contact. A name that is the number itself sorts by the digits that
 * everybody sees, because otherwise its position would reveal the hidden digits.
 */
export function toSortName(name: string): string {
  const words = splitWords(name);
  const digits = words.join("");
  return /^\d+$/.test(digits) && digits.length >= LEAST_DIGITS ? digits.slice(-3) : words.join(" ");
}

/**
 * Returns an E.164 number with its country code, and in the form that is dialled within the
 * country.
 */
function numberWords(contactNumber: string): string[] {
  const [number = ""] = contactNumber.split(";");
  const home = number.startsWith(HOME_CODE) ? [`0${number.slice(HOME_CODE.length)}`] : [];
  return [number.slice(1), ...home];
}

interface Indexed {
  name: string;
  tags: readonly string[];
  numbers: readonly string[];
}

/**
 * Returns the parts of a name that may be a given name, because Chinese, Korean and Japanese names
 * have no space between the family name and the given name.
 */
function listGivenNames(name: string): string[] {
  return splitWords(name)
    .filter((word) => /^[\p{sc=Han}\p{sc=Hangul}]{2,5}$/u.test(word))
    .flatMap((word) =>
      Array.from(word, (_, at) => Array.from(word).slice(at).join("")).slice(1, 3),
    );
}

export function listContactWords({ name, tags, numbers }: Indexed): string[] {
  const words = [name, ...tags]
    .flatMap((text) => [...splitWords(text), ...listSpokenWords(text)])
    .concat(listGivenNames(name));
  return [...new Set([...words, ...numbers.flatMap(numberWords)])];
}

export function listFindWords(find: string): string[] {
  return [...new Set(splitWords(foldSearch(find)))].slice(0, MOST_FOUND_BY);
}

/**
 * Returns the words of a search in each spelling that a name may have: as they are written, without
 * signs (obrien for `O'Brien`), and as one word.
 */
export function listFindWays(find: string): string[][] {
  const ways = [find, joinSpoken(find), joinFind(find) ?? find].map(listFindWords);
  return ways.filter((way, at) => ways.findIndex((one) => one.join() === way.join()) === at);
}
