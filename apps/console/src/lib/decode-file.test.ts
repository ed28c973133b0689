import { expect, test } from "vitest";

import { decodeFile, type FileEncoding } from "./decode-file.ts";

/** Encodes a text in an encoding with one byte per character. */
function encode(text: string, encoding: FileEncoding): Uint8Array {
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [
      decodeFile(Uint8Array.of(byte), encoding).text,
      byte,
    ]),
  );
  return Uint8Array.from(text, (character) => bytes.get(character) ?? 0x3f);
}

test.each<[FileEncoding, string]>([
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
  ["windows-1252", "NOM;PRENOM\nLEFÈVRE;Zoé\n"],
  ["windows-1252", "NOM\nGENEVIÈVE AGNÈS\nANAÏS FORÊT-BRÛLÉ\n"],
  ["windows-1252", "COGNOME\nNICCOLÒ\n"],
  ["windows-1252", "NOME\nSIMÕES\n"],
  ["windows-1250", "Jméno\nDvořák\nJiří\n"],
  ["windows-1250", "JMÉNO\nDVOŘÁČEK;ZDENĚK\nČERNÝ;PAVEL\nBENEŠ\n"],
  ["windows-1252", "NOM\nJOSé\nSTRAUß\n"],
  ["windows-1250", "Ime\nKovač;Ana\nBožič;Ćosić\n"],
  ["windows-1251", "Имя;Телефон\nИгорь Владимиров;1\n"],
  ["windows-1253", "Όνομα\nΝίκος Παπάς\n"],
  ["windows-1254", "Ad;Soyad\nIşık;Ağaoğlu\nŞükrü;Gündoğdu\nÇiğdem;İnce\n"],
  ["windows-1252", "Nafn\nGuðrún Þórðardóttir\nSigríður\n"],
  ["windows-1255", "שם;טלפון\nדוד כהן;1\n"],
  ["windows-1256", "الاسم;هاتف\nمحمد احمد;1\n"],
  ["koi8-r", "Имя\nИгорь Владимиров\n"],
  ["ibm866", "Имя\nИгорь Владимиров\n"],
  ["cp850", "Name;Notiz\nJürgen Groß;täglich\nZoë Ängström;früh\n"],
  ["cp850", "Nombre\nIñaki Muñoz\nJosé Núñez\n"],
  ["cp852", "Imię\nŁukasz Wałęsa\nŻaneta Dąbrowska\n"],
])("[CT33] bytes of %s are recognised in %j", (encoding, text) => {
  expect(decodeFile(encode(text, encoding))).toEqual({ text, encoding, isGuess: true });
});

/** Encodes a text in an encoding with two bytes for each character beyond ASCII. */
function encodePairs(text: string, encoding: FileEncoding): Uint8Array {
  const pairs = Array.from({ length: 0x7e * 0xbf }, (_, at) => [
    0x81 + Math.floor(at / 0xbf),
    0x40 + (at % 0xbf),
    0x0a,
  ]);
  const { text: all } = decodeFile(Uint8Array.from(pairs.flat()), encoding);
  const bytes = new Map(all.split("\n").map((character, at) => [character, pairs[at] ?? []]));
  return Uint8Array.from(
    Array.from(text).flatMap((character) =>
      character < "\u0080"
        ? [character.codePointAt(0) ?? 0]
        : (bytes.get(character) ?? []).slice(0, 2),
    ),
  );
}

test.each<[FileEncoding, string]>([
  ["shift_jis", '"姓","名","会社名","会社電話","携帯電話"\r\n"山田","太郎","","03","090"\r\n'],
  ["shift_jis", "名前,電話\nスズキ はなこ,1\n"],
  ["gb18030", "姓名,手机\n王小明,1\n李娜,2\n张伟,3\n"],
  ["big5", "姓名,電話\n陳志明,1\n林美玲,2\n"],
  ["euc-kr", "이름,전화\n김철수,1\n박영희,2\n"],
])("[CT33] pairs of bytes in %s are recognised in %j", (encoding, text) => {
  const bytes = encodePairs(text, encoding);
  expect(decodeFile(bytes)).toEqual({ text, encoding, isGuess: true });
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

test("[CT33] a chosen encoding takes precedence over the recognised one", () => {
  expect(decodeFile(Uint8Array.of(0x4a, 0x9f), "macintosh").text).toBe("Jü");
});

test("[CT33] a line of another encoding leaves the other lines of a file in UTF-8 as they are", () => {
  const lines = ["Jürgen Groß\n", "Łukasz Żak\n", "Zoë\n", "Kim\n", "José\n"];
  const bytes = [
    ...lines.map((line) => new TextEncoder().encode(line)),
    encode("Jörg\n", "windows-1252"),
  ];

  const decoded = decodeFile(Uint8Array.from(bytes.flatMap((line) => [...line])));

  expect(decoded).toEqual({
    text: [...lines, "Jörg\n"].join(""),
    encoding: "utf-8",
    isGuess: true,
  });
});
