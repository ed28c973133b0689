import { expect, test } from "vitest";

import { foldText } from "./fold-text.ts";

test.each([
  ["ΝΙΚΟΣ Παπάς", "νικοσ παπασ"],
  ["ЁЖИКОВ Йосиф", "ежиков иосиф"],
  ["İstanbul IĞDIR ırmak", "istanbul igdir irmak"],
  ["Weiß GROẞ", "weiss gross"],
  ["Søren Łukasz Đorđe", "soren lukasz dorde"],
  ["Ægir ŒUVRE", "aegir oeuvre"],
  ["Þór GUÐMUNDSSON", "thor gudmundsson"],
  ["Kealiʻi Saʿdī", "kealii sadi"],
  ["Éva  O'Brien", "eva  o'brien"],
])("[CL4] %s is %s without case and accents", (name, folded) => {
  expect(foldText(name)).toBe(folded);
});
