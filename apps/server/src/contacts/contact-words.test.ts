import { expect, test } from "vitest";

import { listContactWords, listFindWords, toSortName } from "./contact-words.ts";

test("a contact is found by the words of its name and tags, and by each number in international and national form", () => {
  const words = listContactWords({
    name: "José O'Brien-Smith",
    tags: ["guest, council"],
    numbers: ["+61491570006", "+442079460018"],
  });

  expect(words).toEqual([
    "jose",
    "o",
    "brien",
    "smith",
    "obriensmith",
    "guest",
    "council",
    "gust",
    "61491570006",
    "0491570006",
    "442079460018",
  ]);
});

test.each([
  ["Kim ng", ["kim", "ng"]],
  ["0491 570-006", ["0491570006"]],
  ["+61 (0)491 570 006", ["610491570006"]],
  ["kim 0491 57", ["kim", "049157"]],
  ["0491\u0301 570\u0345156", ["0491570156"]],
  ["  '&|!:* ", []],
  ["Zoë", ["zoe"]],
])("the search %s has the words %j", (find, words) => {
  expect(listFindWords(find)).toEqual(words);
});

test.each([
  ["王小明", "小明"],
  ["歐陽小明", "小明"],
  ["김철수", "철수"],
])("[CT12] %s is found by the given name alone", (name, given) => {
  expect(listContactWords({ name, tags: [], numbers: [] })).toContain(given);
});

test("contacts are ordered without case, accents and punctuation", () => {
  expect(toSortName("  Dr. Éva  Ng ")).toBe("dr eva ng");
});

test("[AD79] a contact that has its number as its name is ordered by the last three digits", () => {
  for (const name of ["0491 570 006", "+61 491 570 006", "(02) 5550 1006"]) {
    expect(toSortName(name)).toBe("006");
  }
  expect(toSortName("2GB 0491 570 006")).toBe("2gb 0491 570 006");
  expect(toSortName("1984")).toBe("1984");
});
