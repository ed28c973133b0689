import { expect, test } from "vitest";

import { parsePage } from "./parse-page.ts";
import { searchManual } from "./search-manual.ts";
import { splitHits } from "./split-hits.ts";

const pages = [
  parsePage(
    "air",
    "# Put a caller to air\n\nThe air is live.\n\n## Two callers\n\nA conference joins them. Press it.",
  ),
  parsePage("dial", "# Dial\n\nCalls go out.\n\n## Start a conference\n\nDial the second number."),
  parsePage("conference", "# Hold a conference\n\nSeveral callers talk.\n\n## End\n\nPress End."),
];

function find(words: string) {
  return searchManual(pages, words).map(({ path, id, sentence }) => [path, id, sentence]);
}

test("[SH74] hits in titles come before hits in headings, and these before hits in text, each with a sentence", () => {
  expect(find("Conference")).toEqual([
    ["conference", "", "Several callers talk."],
    ["dial", "start-a-conference", "Dial the second number."],
    ["air", "two-callers", "A conference joins them."],
  ]);
});

test("[SH74] every word must occur in the section or the page's title, and the shown sentence has one of the words", () => {
  expect(find("press conference")).toEqual([
    ["air", "two-callers", "A conference joins them."],
    ["conference", "end", "Press End."],
  ]);
  expect(find("conference helicopter")).toEqual([]);
});

test("[SH74] an empty search finds nothing, and case and accents do not count", () => {
  const german = [parsePage("a", "# Rückruf\n\nSpäter zurückrufen.")];

  expect(searchManual(pages, "  ")).toEqual([]);
  expect(searchManual(german, "RUCKRUF spater")).toHaveLength(1);
  expect(searchManual(german, "rückruf")).toHaveLength(1);
});

test("[SH74] the words are marked where they occur in the sentence", () => {
  expect(splitHits("Später zurückrufen.", ["spater", "ruf"])).toEqual([
    { text: "Später", isHit: true },
    { text: " zurück", isHit: false },
    { text: "ruf", isHit: true },
    { text: "en.", isHit: false },
  ]);
  expect(splitHits("Press End.", [])).toEqual([{ text: "Press End.", isHit: false }]);
});
