import { expect, test } from "vitest";

import { decodeFile } from "./decode-file.ts";
import { rejoinLetters } from "./rejoin-letters.ts";

/** Returns a card whose note is broken after `count` bytes, and the same card as a text. */
function breakNote(count: number, lineBreak: string): [bytes: Uint8Array, text: string] {
  const bytes = (text: string): number[] => [...new TextEncoder().encode(text)];
  const note = "NOTE:é € 😀";
  const begin = "BEGIN:VCARD\r\nFN:Jörg Groß\r\n";
  const all = bytes(note);
  const broken = [...all.slice(0, count), ...bytes(`${lineBreak} `), ...all.slice(count)];
  return [Uint8Array.from([...bytes(begin), ...broken, 0x0a]), `${begin}${note}\n`];
}

// These breaks are in the é, twice in the €, and three times in the 😀.
test.each([6, 9, 10, 13, 14, 15].flatMap((count) => ["\r\n", "\n"].map((end) => [count, end])))(
  "[CT33] a card in UTF-8 that is broken after byte %i of its note with %j is read",
  (count, lineBreak) => {
    const [bytes, text] = breakNote(Number(count), String(lineBreak));

    const decoded = decodeFile(bytes);

    expect(decoded).toMatchObject({ encoding: "utf-8", isGuess: false });
    expect(decoded.text.replaceAll(/\r?\n /g, "")).toBe(text);
    expect(decodeFile(bytes, "utf-8").text).toBe(decoded.text);
  },
);

function toLatin(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
}

test("a break between letters, another encoding and another kind of file stay as they are", () => {
  const whole = new TextEncoder().encode("BEGIN:VCARD\nNOTE:é\n é\n");
  expect(rejoinLetters(whole)).toEqual(whole);
  const table = toLatin("Name\n\u00C3\n \u00A9");
  expect(rejoinLetters(table)).toBe(table);
  const card = "BEGIN:VCARD\nNOTE:\u00C3\n \u00A9\n";
  expect(decodeFile(toLatin(card), "windows-1252").text).toBe(card);
});
