import { expect, test } from "vitest";

import { listOpen, listToReopen } from "./use-station.ts";

const main = { id: "main", open: true };
const contest = { id: "contest", open: false };

function allClosed(...lines: { id: string }[]) {
  return lines.map(({ id }) => ({ id, open: false }));
}

test("[SH83] the switch opens again the lines that were open, and no line that was closed before", () => {
  const before = listOpen([main, contest]);

  expect(listToReopen(allClosed(main, contest), before)).toEqual(["main"]);
});

test("[SH83] the switch opens all lines when all were open before, and when none of the lines that were open is known", () => {
  expect(listToReopen(allClosed(main, contest), ["main", "contest"])).toBe("all");
  expect(listToReopen(allClosed(main, contest), [])).toBe("all");
  expect(listToReopen(allClosed(main, contest), ["removed"])).toBe("all");
});
