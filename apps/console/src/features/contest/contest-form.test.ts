import { expect, test } from "vitest";

import { chooseContestLine } from "./choose-contest-line.ts";
import { countShown } from "./count-shown.ts";

test("[CW2] the form proposes the line that is named like a contest, and else the first line", () => {
  const main = { id: "main", name: "Main" };

  expect(chooseContestLine([main, { id: "c", name: "The big CONTEST" }])).toBe("c");
  expect(chooseContestLine([main, { id: "g", name: "Gewinnspiel" }])).toBe("g");
  expect(chooseContestLine([main, { id: "second", name: "Second" }])).toBe("main");
  expect(chooseContestLine([])).toBe("");
});

test("[CW8] the count never passes the winning place", () => {
  const contest = { callerCount: 9 } as Parameters<typeof countShown>[0];

  expect(countShown({ ...contest, counted: 8 })).toBe(8);
  expect(countShown({ ...contest, counted: 10 })).toBe(9);
});
