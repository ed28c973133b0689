import { expect, test } from "vitest";

import { formatSlowest, readArguments, readTimedTests, sumFiles } from "./slowest-tests.ts";

const units = {
  testResults: [
    {
      name: "apps/a.test.ts",
      assertionResults: [
        { fullName: "a call is taken", duration: 1500 },
        { fullName: "a call is skipped", duration: null },
        { fullName: "a call is held", duration: 2500 },
      ],
    },
    { name: "apps/b.test.ts", assertionResults: [{ fullName: "it ends", duration: 3000 }] },
  ],
};

function aJourney(title: string, ...durations: number[]) {
  return {
    file: "desk.e2e.ts",
    title,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  };
}

test("the slowest tests of vitest's report come first", () => {
  expect(formatSlowest(readTimedTests(units), 2)).toEqual([
    "    3.0 s  apps/b.test.ts  it ends",
    "    2.5 s  apps/a.test.ts  a call is held",
  ]);
});

test("a journey counts with all its attempts, also in a nested suite", () => {
  const report = {
    suites: [
      {
        specs: [aJourney("it rings", 1000)],
        suites: [{ specs: [aJourney("it ends", 4000, 6000)] }],
      },
    ],
  };

  expect(readTimedTests(report)).toEqual([
    { file: "e2e/desk.e2e.ts", title: "it rings", seconds: 1 },
    { file: "e2e/desk.e2e.ts", title: "it ends", seconds: 10 },
  ]);
});

test("the time of a file is the sum of the times of its tests", () => {
  expect(sumFiles(readTimedTests(units))).toEqual([
    { file: "apps/a.test.ts", title: "", seconds: 4 },
    { file: "apps/b.test.ts", title: "", seconds: 3 },
  ]);
});

test("the number of shown tests can be given beside the reports", () => {
  expect(readArguments(["a.json", "b.json"])).toEqual({ paths: ["a.json", "b.json"], shown: 40 });
  expect(readArguments(["--shown=10", "a.json"])).toEqual({ paths: ["a.json"], shown: 10 });
});

test("a file that is no report is refused", () => {
  expect(() => readTimedTests({ stats: {} })).toThrow("suites");
});
