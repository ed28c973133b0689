import { expect, test } from "vitest";

import { FORMULA_START } from "./formula-start.ts";

test.each(["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠x", "=1\nx"])(
  "[AP50] %j may be a formula to a spreadsheet",
  (text) => {
    expect(FORMULA_START.test(text)).toBe(true);
  },
);

test.each(["", "Kim", "'=1", " =1", "0491 570 006", "a=1"])("[AP50] %j is none", (text) => {
  expect(FORMULA_START.test(text)).toBe(false);
});
