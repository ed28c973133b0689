import { expect, test } from "vitest";

import { readWin } from "./read-win.ts";

test("[PZ18] the mark of a win shows from which midnight in Sydney the caller may win again", () => {
  const win = { wonOn: "2026-11-03", mayWinOn: "2026-12-04" };

  expect(readWin(win, Date.parse("2026-12-03T12:59:59Z")).isOut).toBe(true);
  expect(readWin(win, Date.parse("2026-12-03T13:00:00Z")).isOut).toBe(false);
});
