import { expect, test } from "vitest";

import { decodeFile } from "./decode-file.ts";

/** Encodes a text in an encoding with one byte per character. */
function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [
      decoder.decode(Uint8Array.of(byte), { stream: true }),
      byte,
    ]),
  );
  return Uint8Array.from(text, (character) => bytes.get(character) ?? 0x3f);
}

test.each([
  [
    "windows-1252",
    "Name;Number;Tags;Note\r\nJürgen Weiß;0491 570 159;Gäste;„spät“ – Café\r\nZoë Ångström;1;;",
  ],
  ["windows-1252", "Name,Phone\nSiobhán O’Brien,1\nit’s late,2\n"],
  ["windows-1252", "Nom;Prénom\nLefèvre;Hélène\nBœuf;Françoise\n"],
  ["windows-1252", "Nombre\nNúñez, María José\n"],
  ["windows-1252", "Navn\nBjørn Åse Kjær\n"],
  ["windows-1252", "Name\nMÜLLER, JÖRG\n"],
  ["windows-1252", "Price\n5 €\n"],
  ["macintosh", "Name;Number\r\nJürgen Weiß;0491 570 313\r\n"],
  ["macintosh", "Name\nJörg Böhm\n"],
  ["macintosh", "Nom\nFrançois Lefèvre\nHélène\n"],
  ["macintosh", "Nombre\nMaría López Núñez\nGarcía\n"],
  ["macintosh", "Namn\nÅsa Ångström\n"],
  ["windows-1250", "Imię\nŁukasz Żak\nMałgorzata Wiśniewska\n"],
  ["windows-1250", "Jméno\nJiří Dvořák\nLuděk Němec\n"],
  ["windows-1250", "Vezetéknév;Utónév\nSzűcs;Győző\nŐry;Tünde\n"],
  ["windows-1252", "Eesnimi\nTõnu Põld\nKülli Mägi\n"],
  ["windows-1252", "Nome\nJoão Simões\nInês Camões\nPúblico\n"],
  ["windows-1252", "Nom\nRené Brûlé\nsûr, août\n"],
  ["windows-1251", "Имя;Телефон\nИгорь Владимиров;1\n"],
  ["windows-1253", "Όνομα\nΝίκος Παπάς\n"],
])("[CT33] bytes of %s are recognised in %j", (encoding, text) => {
  expect(decodeFile(encode(text, encoding))).toEqual({ text, encoding, isGuess: true });
});

test("[CT33] UTF-8 and UTF-16 are recognised with and without a byte order mark", () => {
  const text = "Name\tNumber\r\nŁukasz Żak\t1\r\n";
  const utf8 = new TextEncoder().encode(text);
  const little = new Uint8Array(Uint16Array.from(text, (c) => c.codePointAt(0) ?? 0).buffer);
  const big = little.map((_, at) => little[at % 2 === 0 ? at + 1 : at - 1] ?? 0);
  const files = {
    "utf-8": [utf8, Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8)],
    "utf-16le": [little, Uint8Array.of(0xff, 0xfe, ...little)],
    "utf-16be": [big, Uint8Array.of(0xfe, 0xff, ...big)],
  };

  for (const [encoding, all] of Object.entries(files)) {
    for (const bytes of all) {
      expect(decodeFile(bytes)).toEqual({ text, encoding, isGuess: false });
    }
  }
});

test("[CT33] a chosen encoding wins over the recognised one", () => {
  expect(decodeFile(Uint8Array.of(0x4a, 0x9f), "macintosh").text).toBe("Jü");
});
