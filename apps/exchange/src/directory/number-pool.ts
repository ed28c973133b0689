import type { CountryCode } from "libphonenumber-js";

import { describeNumber, type NumberFormat, type NumberKind } from "./number-format.ts";
import type { NumberRepository } from "./number-repository.ts";

/** A number that the carrier has given us and that is in nobody's use. */
export interface FreeNumber extends NumberFormat {
  phoneNumber: string;
}

export interface PoolFilter {
  country?: string;
  kind?: NumberKind;
  /** Digits that follow the country code, with or without the 0 that people dial before them. */
  areaCode?: string;
  /** Digits and letters anywhere in the number; `*` is any one digit. */
  contains?: string;
  /** The likest to that number come first; those of other countries are left out. */
  nearNumber?: string;
}

/** The numbers that carriers have given us, as far as they are not in use. */
export interface NumberPool {
  /** Of all that were given, free or not. */
  countries(): CountryCode[];
  /** In their order, unless they are to be like one. */
  free(filter?: PoolFilter): FreeNumber[];
}

/** A pool of those numbers, all in E.164. */
export function createNumberPool(
  given: readonly string[],
  numbers: Pick<NumberRepository, "findByNumber">,
): NumberPool {
  const all = given.flatMap((phoneNumber): FreeNumber[] => {
    const form = describeNumber(phoneNumber);
    return form === null ? [] : [{ phoneNumber, ...form }];
  });
  return {
    countries: () => [...new Set(all.flatMap(({ country }) => country ?? []))].sort(),
    free(filter = {}) {
      const isWanted = createPoolFilter(filter);
      const free = all.filter(
        (number) => isWanted(number) && numbers.findByNumber(number.phoneNumber) === null,
      );
      const { nearNumber } = filter;
      return nearNumber === undefined ? free : sortBySimilarity(free, nearNumber);
    },
  };
}

function createPoolFilter(filter: PoolFilter): (number: FreeNumber) => boolean {
  const { country, kind, areaCode, contains, nearNumber } = filter;
  const areas = areaCode === undefined ? null : areaCodePrefixes(areaCode);
  const pattern = contains === undefined ? null : toPattern(contains);
  const near = nearNumber === undefined ? null : (describeNumber(nearNumber)?.country ?? "none");
  return (number) =>
    (country === undefined || number.country === country) &&
    (kind === undefined || number.kind === kind) &&
    (areas === null || areas.some((area) => number.national.startsWith(area))) &&
    (pattern === null || pattern.test(number.phoneNumber)) &&
    (near === null || number.country === near);
}

/** The 0 before an area code belongs to it in some countries. */
function areaCodePrefixes(areaCode: string): string[] {
  return [areaCode, areaCode.replace(/^0/, "")].filter((area) => area !== "");
}

const KEYPAD = ["abc", "def", "ghi", "jkl", "mno", "pqrs", "tuv", "wxyz"];

function toPattern(text: string): RegExp {
  const digits = text.toLowerCase().replaceAll(/[a-z]/g, keypadDigit).replaceAll("*", "\\d");
  return new RegExp(digits);
}

/** As it stands on a telephone's keys. */
function keypadDigit(letter: string): string {
  return String(KEYPAD.findIndex((letters) => letters.includes(letter)) + 2);
}

/** Nobody knows where numbers are; the more digits they begin with in common, the nearer. */
function sortBySimilarity(free: FreeNumber[], like: string): FreeNumber[] {
  return free.toSorted(
    (a, b) => commonPrefixLength(b.phoneNumber, like) - commonPrefixLength(a.phoneNumber, like),
  );
}

function commonPrefixLength(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) {
    length += 1;
  }
  return length;
}
