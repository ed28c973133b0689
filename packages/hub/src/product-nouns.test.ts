import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".ts") && !/\.test\.ts$|testing/.test(name),
);

test("no file of the hub contains a term of the product", () => {
  const nouns = /\b(?:stations?|callers?|calls?|operators?|audio[- ]?servers?)\b/i;
  const naming = files.filter((file) =>
    nouns.test(readFileSync(`${import.meta.dirname}/${file}`, "utf8")),
  );

  expect(files.length).toBeGreaterThan(20);
  expect(naming).toEqual([]);
});
