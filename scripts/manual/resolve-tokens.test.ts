import { expect, test } from "vitest";

import type { ConsoleNames } from "../../apps/console/src/app/console-names.ts";
import { resolveTokens } from "./resolve-tokens.ts";

const names: ConsoleNames = {
  keys: {
    hold: [{ scope: "anywhere", label: "F4" }],
    undo: [
      { scope: "anywhere", label: "Strg ." },
      { scope: "page", label: "Z" },
    ],
  },
  actions: { hold: { name: "Hold", command: "Hold the selected line" }, take_next: {} },
  panels: { dial: "Dial" },
  sections: { lines: "Phone lines" },
  words: { "line-messages.toAir": "To air*", "line-messages.since": "since {time}" },
};

function resolve(source: string) {
  return resolveTokens(source, names);
}

test("[SH73] a token becomes a key in backticks, or a name in bold", () => {
  const source =
    "{key:hold} {key:undo@page} {key:undo} {action:hold} {command:hold} {panel:dial} {section:lines}";

  expect(resolve(source)).toEqual({
    text: "`F4` `Z` `Strg .` **Hold** **Hold the selected line** **Dial** **Phone lines**",
    problems: [],
  });
  expect(resolve("{word:line-messages.toAir}").text).toBe(String.raw`**To air\***`);
});

test.each([
  ["{key:mute}", "names no action with such a key"],
  ["{key:hold@page}", "names no action with such a key"],
  ["{action:take_next}", "names no action with a button"],
  ["{command:take_next}", "names no action with words in the palette"],
  ["{panel:chat}", "names no panel"],
  ["{section:none}", "names no section of the admin area"],
  ["{word:line-messages.gone}", "names no word of this language"],
  ["{word:line-messages.since}", "has arguments, so no page can name it"],
  ["{button:hold}", "is no token: a token begins with key, action, command, panel, section, word"],
])("[SH73] %s is refused with its line", (token, refusal) => {
  expect(resolve(`# Page\n\nPress ${token}.`).problems).toEqual([
    { line: 3, message: `${token} ${refusal}.` },
  ]);
});

test("a token in bold is refused, because it is bold already", () => {
  expect(resolve("**{panel:dial}**").problems).toEqual([
    { line: 1, message: "A token is bold already: write no ** around it." },
  ]);
});
