import { expect, test } from "vitest";

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}
interface Run {
  runner: string;
  code: number;
  report: object | null;
  count: (report: object) => Count;
  failedOf: (report: object) => string[];
}
interface Named {
  failures: string[];
}
const source = "./test-summary.mjs";
const {
  countChecks,
  countJourneys,
  countRun,
  countUnits,
  failedJourneys,
  failedUnits,
  namedLines,
  summarise,
} = (await import(source)) as {
  countChecks: (report: { failed: string[] }) => Count;
  countJourneys: (report: object) => Count;
  countRun: (run: Run) => Count & Named;
  countUnits: (report: object) => Count;
  failedJourneys: (report: object) => string[];
  failedUnits: (report: object) => string[];
  namedLines: (counts: Named[]) => string[];
  summarise: (counts: Count[]) => { line: string; isGood: boolean };
};

function aFile(status: string, ...tests: string[]) {
  return {
    status,
    assertionResults: tests.map((one) => ({ status: one })),
  };
}

test("[SR25] a test file that cannot be loaded is a failure", () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    numPendingTests: 1,
    testResults: [aFile("failed", "passed", "failed"), aFile("failed"), aFile("passed", "passed")],
  };

  expect(countUnits(report)).toEqual({ passed: 2, failed: 2, skipped: 1 });
});

test("[SR25] an error outside of the journeys is a failure", () => {
  const report = { stats: { expected: 3, unexpected: 2, skipped: 1 }, errors: [{}] };

  expect(countJourneys(report)).toEqual({ passed: 3, failed: 3, skipped: 1 });
});

test("[SR25] each failed check is a failure, and a passed one is no test", () => {
  expect(countChecks({ failed: ["knip", "oxfmt --check ."] })).toEqual({
    passed: 0,
    failed: 2,
    skipped: 0,
  });
});

test("[SR25] a runner that ends badly or leaves no report has failed, and is named when no test has failed", () => {
  const none = { passed: 5, failed: 0, skipped: 0 };
  const how = { runner: "vitest", failedOf: () => ["b.test.ts > b"] };
  const count = () => none;

  expect(countRun({ ...how, code: 1, report: {}, count })).toEqual({
    passed: 5,
    failed: 1,
    skipped: 0,
    failures: ["vitest ended with 1, and no test failed"],
  });
  expect(
    countRun({ ...how, code: 1, report: {}, count: () => ({ ...none, failed: 1 }) }),
  ).toMatchObject({ failed: 1, failures: ["b.test.ts > b"] });
  expect(countRun({ ...how, code: 0, report: {}, count })).toMatchObject({ failed: 0 });
  expect(countRun({ ...how, code: 0, report: null, count })).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: ["vitest left no report, and ended with 0"],
  });
});

test("[SR25] a run succeeds when something ran and nothing failed", () => {
  expect(summarise([{ passed: 5, failed: 0, skipped: 0 }])).toEqual({
    line: "5 passed, 0 failed",
    isGood: true,
  });
  const some = [
    { passed: 5, failed: 0, skipped: 1 },
    { passed: 2, failed: 0, skipped: 0 },
  ];
  expect(summarise(some).line).toBe("7 passed, 0 failed, 1 skipped");
  expect(summarise([{ passed: 5, failed: 1, skipped: 0 }]).isGood).toBe(false);
  expect(summarise([{ passed: 0, failed: 0, skipped: 0 }]).isGood).toBe(false);
});

test("[SR25] each failure is named with its first words and its place", () => {
  const stack = ["    at run (/clone/node_modules/it.js:1:1)", "    at /clone/apps/a.test.ts:7:3"];
  const failure = [`\u001B[31mError: once${"!".repeat(400)}\u001B[39m`, ...stack].join("\n");
  const units = {
    testResults: [
      {
        name: "/clone/apps/a.test.ts",
        status: "failed",
        assertionResults: [
          { fullName: "a thing passes", status: "passed", failureMessages: [] },
          { fullName: "a thing fails", status: "failed", failureMessages: [failure, "ever"] },
          { fullName: "a thing waits", status: "pending" },
        ],
      },
      { name: "/clone/apps/b.test.ts", status: "failed", message: "No b", assertionResults: [] },
    ],
  };
  const spec = (title: string, status: string) => ({
    file: "desk.e2e.ts",
    title,
    tests: [
      { status: "expected" },
      { status, results: [{ error: { message: "Error: gone" } }, {}] },
    ],
  });
  const journeys = {
    errors: [{ message: "No browser" }],
    suites: [
      {
        specs: [spec("a call is taken", "expected")],
        suites: [{ specs: [spec("it ends", "unexpected")] }],
      },
    ],
  };

  expect(failedUnits(units)).toEqual([
    "/clone/apps/b.test.ts\n    No b",
    `/clone/apps/a.test.ts > a thing fails
    Error: once${"!".repeat(289)}
    at /clone/apps/a.test.ts:7:3`,
  ]);
  expect(failedJourneys(journeys)).toEqual([
    "e2e\n    No browser",
    "desk.e2e.ts > it ends\n    Error: gone",
  ]);
  expect([failedUnits, failedJourneys].map((list) => list({}))).toEqual([[], []]);
  expect(namedLines([{ failures: [] }, { failures: [] }])).toEqual([]);
  expect(namedLines([{ failures: ["a > b"] }, { failures: ["c > d"] }])).toEqual([
    "Failed: 2",
    "  a > b",
    "  c > d",
  ]);
});
