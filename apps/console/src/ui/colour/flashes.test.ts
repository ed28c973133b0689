import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const source = join(import.meta.dirname, "../..");

interface Repeated {
  file: string;
  seconds: number;
}

function findRepeated(css: string, file: string): Repeated[] {
  return [...css.matchAll(/animation:([^;]+);/g)].flatMap(([, value = ""]) => {
    const [, amount = "0", unit] = /([\d.]+)(ms|s)\b/.exec(value) ?? [];
    const repeats = /\binfinite\b|\s(?:[2-9]|\d\d+)\b(?!m?s)/.test(value);
    const seconds = unit === "ms" ? Number(amount) / 1_000 : Number(amount);
    return repeats ? [{ file, seconds }] : [];
  });
}

const repeated = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".css"))
  .flatMap((file) => findRepeated(readFileSync(join(source, file), "utf8"), file));

test("[CO9] no animation repeats more than three times a second", () => {
  expect(repeated.map(({ file }) => file)).toContain("ui/StateBadge.module.css");
  expect(repeated.filter(({ seconds }) => seconds < 1 / 3)).toEqual([]);
});

test("the search finds a planted flash", () => {
  expect(findRepeated("a { animation: flash 250ms infinite; }", "x")).toEqual([
    { file: "x", seconds: 0.25 },
  ]);
  expect(findRepeated("a { animation: flash 0.2s ease 10; }", "x")).toHaveLength(1);
  expect(findRepeated("a { animation: leave 0.2s ease; }", "x")).toEqual([]);
});
