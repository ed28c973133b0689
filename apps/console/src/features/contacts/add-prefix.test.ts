import { expect, test } from "vitest";

import { readContactFile } from "./contact-files.ts";

async function readNumbers(text: string): Promise<string[]> {
  const { rows } = await readContactFile("book.csv", text);
  return rows.map(({ name, number }) => `${name}: ${number}`);
}

test.each<[string, string, string[]]>([
  [
    "a country code in each row",
    "Name,Country Code,Phone Number\nAna,+34,612345678\nKim,+61,491570006\nJo,64,021 123 456\n",
    ["Ana: +34 612345678", "Kim: +61 491570006", "Jo: +64 021 123 456"],
  ],
  [
    "a country code that the number already has",
    "Name,Country code,Mobile\nAna,34,34612345678\nKim,+61,+61491570006\nJo,64,0064 21 123 456\n",
    ["Ana: +34612345678", "Kim: +61491570006", "Jo: 0064 21 123 456"],
  ],
  [
    "a country code beside the country's name, for two numbers",
    "Name,Phone country,Mobile,Home phone\nAna,Spain (+34),612345678,912345678\n",
    ["Ana (mobile): +34 612345678", "Ana (home): +34 912345678"],
  ],
  [
    "the codes of country and area in the columns of a form",
    "Name,Phone - Country,Phone - Area Code,Phone - Number\nKim,61,02,5550 0131\nJo,61,02,02 5550 0132\n",
    ["Kim: +61 02 5550 0131", "Jo: +61 02 5550 0132"],
  ],
  [
    "German area codes",
    "Name;Vorwahl;Rufnummer;Ländervorwahl;Handy\nJörg;030;2345678;0049;151 23456789\n",
    ["Jörg (rufnummer): 030 2345678", "Jörg (handy): +49 151 23456789"],
  ],
  [
    "letters in place of a country code, which are not added",
    "First Name,Last Name,Country Code,Phone\nKim,Ng,AU,0491570006\n",
    ["Kim Ng: 0491570006"],
  ],
])("numbers are read with %s", async (_kind, text, numbers) => {
  expect(await readNumbers(text)).toEqual(numbers);
});
