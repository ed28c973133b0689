import { createTranslator } from "use-intl/core";
import { expect, test } from "vitest";

import { enAu } from "../app/en-au.ts";
import { lazyWords } from "./lazy-words.ts";
import { pseudoWords, toPseudo } from "./pseudo-words.ts";

test("the pseudo-locale marks letters, brackets each sentence and is 40 % longer", () => {
  expect(toPseudo("Hold")).toBe("[Hóóld]");
  expect(toPseudo("Take next: {name}")).toMatch(/^\[Táákéé ñééxt: \{name\}~*\]$/);
  for (const sentence of ["Bulk reject", "Ringing for more than 5 min", "No messages yet"]) {
    expect(toPseudo(sentence).length).toBeGreaterThanOrEqual(sentence.length * 1.4);
  }
  expect(["#", "-", "{name}: {reason}"].map((one) => toPseudo(one))[0]).toBe("#");
});

test("arguments and plurals of a pseudo sentence still work", () => {
  const t = createTranslator({ locale: "en-AU", messages: pseudoWords({ ...enAu, ...lazyWords }) });

  expect(t("queue.paused", { count: 3 })).toMatch(/^\[Pááúúšééd, 3 çhááñgééš~*\]$/);
  expect(t("queue.paused", { count: 1 })).toMatch(/^\[Pááúúšééd, 1 çhááñgéé~*\]$/);
  expect(t("contest.textPlace")).toContain("{place}");
  const open = t("queue.welcome", { station: "2ZZ", count: 2, minutes: 1, open: "yes" });
  expect(open).toMatch(/2ZZ.*2 çáállééŕ?.*1 mííñúútéé.*ááŕ?.*óópééñ/u);
});
