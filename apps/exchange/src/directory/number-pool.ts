import type { CountryCode } from "libphonenumber-js";

import type { NumberBook } from "./number-book.ts";
import { formOf, type NumberForm, type NumberKind } from "./number-form.ts";

/** A number that the carrier has given us and that is in nobody's use. */
export interface FreeNumber extends NumberForm {
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
  numbers: Pick<NumberBook, "findByNumber">,
): NumberPool {
  const all = given.flatMap((phoneNumber): FreeNumber[] => {
    const form = formOf(phoneNumber);
    return form === null ? [] : [{ phoneNumber, ...form }];
  });
  return {
    countries: () => [...new Set(all.flatMap(({ country }) => country ?? []))].sort(),
    free(filter = {}) {
      const isWanted = wantedBy(filter);
      const free = all.filter(
        (number) => isWanted(number) && numbers.findByNumber(number.phoneNumber) === null,
      );
      const { nearNumber } = filter;
      return nearNumber === undefined ? free : likestFirst(free, nearNumber);
    },
  };
}

function wantedBy(filter: PoolFilter): (number: FreeNumber) => boolean {
  const { country, kind, areaCode, contains, nearNumber } = filter;
  const areas = areaCode === undefined ? null : prefixesOf(areaCode);
  const pattern = contains === undefined ? null : patternOf(contains);
  const near = nearNumber === undefined ? null : (formOf(nearNumber)?.country ?? "none");
  return (number) =>
    (country === undefined || number.country === country) &&
    (kind === undefined || number.kind === kind) &&
    (areas === null || areas.some((area) => number.national.startsWith(area))) &&
    (pattern === null || pattern.test(number.phoneNumber)) &&
    (near === null || number.country === near);
}

/** The 0 before an area code belongs to it in some countries. */
function prefixesOf(areaCode: string): string[] {
  return [areaCode, areaCode.replace(/^0/, "")].filter((area) => area !== "");
}

const KEYS = ["abc", "def", "ghi", "jkl", "mno", "pqrs", "tuv", "wxyz"];

function patternOf(text: string): RegExp {
  const digits = text.toLowerCase().replaceAll(/[a-z]/g, digitOf).replaceAll("*", "\\d");
  return new RegExp(digits);
}

/** As it stands on a telephone's keys. */
function digitOf(letter: string): string {
  return String(KEYS.findIndex((letters) => letters.includes(letter)) + 2);
}

/** Nobody knows where numbers are; the more digits they begin with in common, the nearer. */
function likestFirst(free: FreeNumber[], like: string): FreeNumber[] {
  return free.toSorted((a, b) => common(b.phoneNumber, like) - common(a.phoneNumber, like));
}

function common(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) {
    length += 1;
  }
  return length;
}
