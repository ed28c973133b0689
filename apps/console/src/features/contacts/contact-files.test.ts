import { expect, test } from "vitest";

import { aContact } from "../../testing/a-contact.ts";
import { readContactFile, writeContactFile } from "./contact-files.ts";

const contacts = [
  aContact({ name: '=1+"2", Kim', tags: ["guest", "council"], note: "First line\nsecond; line" }),
  aContact({ name: "Zoë, O'Brien 🎙", number: "+442079460018" }),
  aContact({
    name: "'t Hooft, Jan",
    tags: ["a, b", "c; d", 'the "voice"', '"q"', "*vip", "x:::y"],
  }),
  aContact({ name: "@home: \\n", number: "+61255500190;ext=12", note: "-1; C:\\new\\; ' x" }),
];

test.each(["csv", "vcard"] as const)(
  "[CT21] an export as %s is imported without loss",
  async (format) => {
    const text = await writeContactFile(format, contacts);

    const { rows, bad } = await readContactFile("book", text);

    expect(bad).toEqual([]);
    expect(rows.map(({ line: _line, ...row }) => row)).toEqual(
      contacts.map(({ number, name, tags, note }) => ({ number, name, tags, note })),
    );
  },
);

test("[CT21] [AP50] no cell of an export is a formula for a spreadsheet", async () => {
  const several = aContact({ name: "Kim", note: "=HYPERLINK(1)\nsecond line" });
  const text = await writeContactFile("csv", [...contacts, several]);

  expect(text).toContain(`"'=1+""2"", Kim"`);
  expect(text).toContain("'+61491570006");
  expect(text).toContain(`"'=HYPERLINK(1)\nsecond line"`);
  expect(text).not.toMatch(/(?:^|,)"?[=+@-]/m);
});

test("[CT21] a line break in a note cannot add a property to an exported vCard", async () => {
  const kim = aContact({ name: "Kim", note: "one\r\nTEL:02 5550 0131\rtwo" });

  const { rows, bad } = await readContactFile("book", await writeContactFile("vcard", [kim]));

  expect(bad).toEqual([]);
  expect(rows.map(({ number, note }) => [number, note])).toEqual([
    [kim.number, "one\nTEL:02 5550 0131\ntwo"],
  ]);
});

test("[CT17] the lines of a CSV file are counted as in an editor, and an open quote is reported", async () => {
  const text = [
    "\uFEFFFirst name;Surname;Mobile;Groups;Notes",
    "Kim;Ng;0491 570 006;regular, guest;",
    "",
    'Sam;Tran;0491 570 156;;"two',
    'lines"',
    "Dana;Petrov;0491 570 157;;bad\0",
    'Joe;"open;0491 570 158;;',
    "Eve;Last;0491 570 159;;",
    'Ann;Odd;"0491" 570 160;;',
  ].join("\r\n");

  const { rows, bad } = await readContactFile("book.csv", text);

  expect(rows).toEqual([
    { line: 2, number: "0491 570 006", name: "Kim Ng", tags: ["regular", "guest"], note: "" },
    { line: 4, number: "0491 570 156", name: "Sam Tran", tags: [], note: "two\nlines" },
    { line: 8, number: "0491 570 159", name: "Eve Last", tags: [], note: "" },
    { line: 9, number: '"0491" 570 160', name: "Ann Odd", tags: [], note: "" },
  ]);
  expect(bad).toEqual([
    { line: 7, reason: "row_quote_open", params: {} },
    { line: 6, reason: "field_unstorable", params: {} },
  ]);
});

test("[CT17] a cell that continues after its closing quote does not include the lines below it", async () => {
  const people = ['"The Boss" Smith', '"Doc" Brown', 'Kim "Kimbo" Ng', '"Lee, Sam"'];
  const lines = people.map((name, at) => `${name};0491 570 15${at}`);

  const { rows, bad } = await readContactFile(
    "book.csv",
    `Name;Phone\r\n${lines.join("\r\n")}\r\n`,
  );

  expect(bad).toEqual([]);
  expect(rows.map(({ line, name, number }) => [line, name, number])).toEqual([
    [2, '"The Boss" Smith', "0491 570 150"],
    [3, '"Doc" Brown', "0491 570 151"],
    [4, 'Kim "Kimbo" Ng', "0491 570 152"],
    [5, "Lee, Sam", "0491 570 153"],
  ]);
});

test("[CT17] a note of several lines with wrong quotes is one bad line", async () => {
  const text = 'Name,Phone,Note\nKim,0491570006,"said "hi" and\nleft"\nSam,0491570156,\n';

  const { rows, bad } = await readContactFile("book.csv", text);

  expect(rows.map(({ name }) => name)).toEqual(["Sam"]);
  expect(bad).toEqual([{ line: 2, reason: "row_quote_misplaced", params: {} }]);
});

test("the first columns of a CSV file without a header are name, number and tags", async () => {
  const { rows } = await readContactFile(
    "x",
    "Newsroom,02 7010 1111\nDesk,02 7010 1112,internal\n",
  );

  expect(rows).toEqual([
    { line: 1, number: "02 7010 1111", name: "Newsroom", tags: [], note: "" },
    { line: 2, number: "02 7010 1112", name: "Desk", tags: ["internal"], note: "" },
  ]);
});

test("[CT17] each number of a vCard is a contact, and an invalid card is reported with its line", async () => {
  const text = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    "N:Ng;Kim;;;",
    "FN:Kim Ng",
    "TEL;TYPE=CELL:+61 491 570 006",
    "item1.TEL;TYPE=WORK:02 7010 1111",
    "END:VCARD",
    "BEGIN:VCARD",
    "VERSION:3.0",
    "this is no property",
    "END:VCARD",
    "BEGIN:VCARD",
    "VERSION:4.0",
    "FN:No Number",
    "END:VCARD",
  ].join("\n");

  const { rows, bad } = await readContactFile("book.vcf", text);

  expect(rows.map(({ line, name, number }) => [line, name, number])).toEqual([
    [1, "Kim Ng (cell)", "+61 491 570 006"],
    [1, "Kim Ng (work)", "02 7010 1111"],
    [12, "No Number", ""],
  ]);
  expect(bad).toEqual([{ line: 8, reason: "row_vcard_unreadable", params: {} }]);
});

test("[CT17] reading ends at the 101st open quote of a file, and each of these quotes is reported", async () => {
  const text = `name,number\n${'"open,12\n'.repeat(150)}Kim,0491 570 006\n`;

  const { rows, bad } = await readContactFile("book.csv", text);

  expect(rows).toEqual([]);
  expect(bad).toHaveLength(101);
  expect(bad.at(-1)?.line).toBe(102);
  expect(bad.at(-1)?.reason).toBe("row_quotes_open");
});

test("[CT17] [CT19] a long file is read in parts, and a field across two of them stays whole", async () => {
  const note = `"${"a line of the note\n".repeat(20_000)}"`;
  const lines = Array.from({ length: 30_000 }, (_, n) => `Listener ${n},0491 570 156,,`);
  const text = ["name,number,tags,note", ...lines, `Kim,0491 570 006,,${note}`, ...lines].join(
    "\n",
  );
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);

  const { rows, bad } = await readContactFile("book.csv", text);
  clearInterval(counting);

  expect(bad).toEqual([]);
  expect(rows).toHaveLength(60_001);
  expect(rows[30_000]).toMatchObject({ line: 30_002, name: "Kim", number: "0491 570 006" });
  expect(rows[30_001]).toMatchObject({ line: 50_003, name: "Listener 0" });
  expect(rows.at(-1)?.line).toBe(80_002);
  expect(turns).toBeGreaterThan(20);
});
