import { expect, test } from "vitest";

import { cleanName } from "./clean-name.ts";

test.each([
  ["\u200B", ""],
  ["\u202Eabc\u202C", "abc"],
  ["Kim\u00AD\u2060 Ng\uFEFF", "Kim Ng"],
  ["Kim\u0000\t\nNg", "Kim Ng"],
  ["a\u2028b\u{E0041}", "a b"],
  ["\u2066Kim\u2069 \u3164", "Kim"],
  ["نامه\u200Cها", "نامه\u200Cها"],
  ["👩\u200D🎤 ❤\uFE0F", "👩\u200D🎤 ❤\uFE0F"],
  ["  Jürgen  ", "Jürgen"],
  ["Ｋｉｍ\u3000Ｎｇ", "Kim Ng"],
  ["ﾔﾏﾀﾞ ﬁona", "ヤマダ fiona"],
  ["™ ² №", "™ ² №"],
])("[DA16] %j is stored as %j", (given, name) => {
  expect(cleanName(given)).toBe(name);
});
