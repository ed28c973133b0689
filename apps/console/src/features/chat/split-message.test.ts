import { expect, test } from "vitest";

import { splitMessage } from "./split-message.ts";

const bob = { user: "id of Bob", name: "Bob" };
const bobby = { user: "id of Bobby", name: "Bobby Lee" };

function links(text: string): string[] {
  return splitMessage(text, []).flatMap((piece) => (piece.type === "link" ? [piece.href] : []));
}

test("[CH6] web addresses become links, without the punctuation of the sentence", () => {
  expect(splitMessage("See https://a.example/x?y=1, ok", [])).toEqual([
    { type: "text", text: "See " },
    { type: "link", text: "https://a.example/x?y=1", href: "https://a.example/x?y=1" },
    { type: "text", text: ", ok" },
  ]);
  expect(links("(HTTP://A.example/wiki/B_(c)). http://b.example!")).toEqual([
    "http://a.example/wiki/B_(c)",
    "http://b.example/",
  ]);
});

test.each([
  "javascript:alert(1)",
  "data:text/html,<b>x</b>",
  "file:///etc/passwd",
  "ftp://a.example",
  "//a.example",
  "https://",
  "vbscript:x",
])("[CH6] %j is no link", (text) => {
  expect(links(text)).toEqual([]);
});

test("[CH6] markup remains plain text", () => {
  const text = '<img src=x onerror="alert(1)"> <a href="https://a.example">b</a>';

  const pieces = splitMessage(text, []);

  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
  expect(links(text)).toEqual(["https://a.example/"]);
});

test("[CH12] a mention is found by the name in the text, and the longest matching name counts", () => {
  expect(splitMessage("@bobby lee and @Bob, a@b", [bob, bobby])).toEqual([
    { type: "mention", text: "@bobby lee", user: bobby.user },
    { type: "text", text: " and " },
    { type: "mention", text: "@Bob", user: bob.user },
    { type: "text", text: ", a@b" },
  ]);
  expect(splitMessage("@Bob", [])).toEqual([{ type: "text", text: "@Bob" }]);
  expect(splitMessage("", [bob])).toEqual([]);
});
