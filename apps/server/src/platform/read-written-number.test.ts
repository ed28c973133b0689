import { expect, test } from "vitest";

import { isSpoiledNumber, readWrittenNumber, toContactNumber } from "./read-written-number.ts";
import { displayNumber } from "./to-e164.ts";

test.each([
  ["02 5550 0190 x101", "+61255500190;ext=101"],
  ["02 5550 0190 ext. 103", "+61255500190;ext=103"],
  ["(02) 5550 0190 Ext:103", "+61255500190;ext=103"],
  ["02 5550 0190 extension 103", "+61255500190;ext=103"],
  ["+61-2-5550-0190;ext=12", "+61255500190;ext=12"],
  ["tel:+61-2-5550-0190;ext=12", "+61255500190;ext=12"],
  ["02 5550 0190 #12", "+61255500190;ext=12"],
  ["02 5550 0190, 12", "+61255500190;ext=12"],
  ["02 5550 0190 Durchwahl 12", "+61255500190;ext=12"],
  ["+49 30 23125 DW 014", "+493023125;ext=014"],
  ["+33 1 99 00 12 34 poste 12", "+33199001234;ext=12"],
  ["+55 11 3333-4444 ramal 12", "+551133334444;ext=12"],
  ["02 5550 0190 (ext 12)", "+61255500190;ext=12"],
  ["02-5550-0190 Ext.#12", "+61255500190;ext=12"],
  ["02 5550 0190 Nst. 12", "+61255500190;ext=12"],
  ["02 5550 0190,,12#", "+61255500190;ext=12"],
  ["0255500190p12", "+61255500190;ext=12"],
  ["02 5550 0190 ww12#", "+61255500190;ext=12"],
])("[CT32] the number %s has an extension", (written, number) => {
  expect(toContactNumber(written)).toBe(number);
});

test.each([
  ["1300 FLOWERS", "+611300356937"],
  ["1300-FLOWER", "+611300356937"],
  ["1800 CALL NOW", "+611800225566"],
  ["0491 570 313 mobile", "+61491570313"],
])(
  "[CT32] letters in the number %s are read from the keys of a telephone, and a word after the number is not",
  (written, number) => {
    expect(toContactNumber(written)).toBe(number);
  },
);

test.each(["0418 xxx xxx", "0418 XXX XXX", "02 5550 nnnn"])(
  "[CT17] the hidden digits of %s are not read from the keys of a telephone",
  (written) => {
    expect(toContactNumber(written)).toBeNull();
  },
);

test.each([
  ['="0491570158"', "+61491570158"],
  ["'0491570158", "+61491570158"],
  ["491570110.0", "+61491570110"],
  ["61491570110,00", "+61491570110"],
  ["61 491 570 110,00", "+61491570110"],
  ["0491_570_110", "+61491570110"],
  ["0491·570·110", "+61491570110"],
  ["491570156", "+61491570156"],
  ["6.1491570006E+10", "+61491570006"],
  ["0491\u00a0570\u00a0313", "+61491570313"],
  ["0491\u2013570\u2013737", "+61491570737"],
  ["\u202a0491 571 266\u202c", "+61491571266"],
  ["0061 2 5550 0184", "+61255500184"],
  ["0011 44 20 7946 0018", "+442079460018"],
  ["+61 (0)491 571 804", "+61491571804"],
  ["Tel: 02 5550 0187", "+61255500187"],
  ["0491 572 549 (after 6pm)", "+61491572549"],
  ["\u0660\u0664\u0669\u0661 \u0665\u0667\u0662 \u0666\u0666\u0665", "+61491572665"],
])("[CT17] the number %j of an address book is read", (written, number) => {
  expect(toContactNumber(written)).toBe(number);
});

test.each([
  "6.14916E+10",
  "6,14916E+10",
  "6.1E10",
  "#########",
  "#N/A",
  "#NAME?",
  "12-Jan",
  "1. Mai 26",
])("[CT17] a spreadsheet has spoiled the number %s", (written) => {
  expect(isSpoiledNumber(written)).toBe(true);
  expect(readWrittenNumber(written)).toBeNull();
});

test.each(["", "Kim", "drop table", "12", "sip:anna", "1300", "0491 570 006 0491 570 156"])(
  "[CT17] %j is not a number",
  (written) => {
    expect(isSpoiledNumber(written)).toBe(false);
    expect(readWrittenNumber(written)).toBeNull();
  },
);

test("[CT32] an extension is shown with its number", () => {
  expect(displayNumber("+61255500190;ext=101")).toBe("02 5550 0190 ext. 101");
});
