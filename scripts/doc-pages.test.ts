import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const docs = join(import.meta.dirname, "..", "docs");

function readPage(path: string): string {
  return readFileSync(join(docs, path), "utf8");
}

/** Returns the words that the English part explains, in bold, in the order of the page. */
function listWords(): string[] {
  const [english = ""] = readPage("vocabulary.md").split("## In German");
  return [...english.matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, words = ""]) =>
    words.toLowerCase().split(", "),
  );
}

test("the vocabulary explains each word once, with all its meanings in one entry", () => {
  const words = listWords();

  expect(words.length).toBeGreaterThan(150);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});

test("the index of decisions links each decision once, in the order of the numbers", () => {
  const files = readdirSync(join(docs, "decisions")).filter((name) => /^\d{3}-/.test(name));
  const rows = readPage("decisions/README.md").matchAll(/^\| (\d{3}) \| \[[^\]]+\]\(([^)]+)\)/gm);

  const links = [...rows].filter(([, number = "", file]) => file?.startsWith(`${number}-`));
  expect(links.map(([, , file]) => file)).toEqual(files.toSorted());
});
