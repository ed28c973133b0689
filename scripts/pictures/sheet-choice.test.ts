import { expect, test } from "vitest";

import { isWanted, readSheetChoice } from "./sheet-choice.ts";

test("contact sheets show every width, theme and language unless an argument names some", () => {
  expect(readSheetChoice([])).toEqual({
    widths: [390, 1024, 1280, 1440, 1920],
    themes: ["light", "dark"],
    languages: ["en", "de"],
    screens: [],
  });
  expect(readSheetChoice(["board", "1920", "de", "390", "dark", "admin-"])).toEqual({
    widths: [390, 1920],
    themes: ["dark"],
    languages: ["de"],
    screens: ["board", "admin-"],
  });
});

test("a screen is wanted when its name begins with one of the given words", () => {
  const screens = ["board", "admin-"];
  expect(
    ["board-go", "admin-page-lines", "console"].map((name) => isWanted(name, { screens })),
  ).toEqual([true, true, false]);
  expect(isWanted("console", { screens: [] })).toBe(true);
});
