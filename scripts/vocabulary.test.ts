import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const page = readFileSync(join(import.meta.dirname, "..", "docs", "vocabulary.md"), "utf8");

/** Every word that the English part explains, in bold, in the order of the page. */
function listWords(): string[] {
  const [english = ""] = page.split("## In German");
  return [...english.matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, words = ""]) =>
    words.toLowerCase().split(", "),
  );
}

test("the vocabulary explains each word once: one with two meanings has both in one entry", () => {
  const words = listWords();

  expect(words.length).toBeGreaterThan(150);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});
