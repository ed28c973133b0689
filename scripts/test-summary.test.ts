import { expect, test } from "vitest";

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}
interface Run {
  code: number;
  report: object | null;
  count: (report: object) => Count;
  retriedOf: (report: object) => string[];
}
const source = "./test-summary.mjs";
const {
  countChecks,
  countJourneys,
  countRun,
  countUnits,
  retriedJourneys,
  retriedLines,
  retriedUnits,
  summarise,
} = (await import(source)) as {
  countChecks: (report: { failed: string[] }) => Count;
  countJourneys: (report: object) => Count;
  countRun: (run: Run) => Count & { retried: string[] };
  countUnits: (report: object) => Count;
  retriedJourneys: (report: object) => string[];
  retriedLines: (counts: { retried: string[] }[]) => string[];
  retriedUnits: (report: object) => string[];
  summarise: (counts: Count[]) => { line: string; isGood: boolean };
};

function aFile(status: string, ...tests: string[]) {
  return {
    status,
    assertionResults: tests.map((one) => ({ status: one })),
  };
}

test("[SR25] a test file that could not be loaded is a failure", () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    numPendingTests: 1,
    testResults: [aFile("failed", "passed", "failed"), aFile("failed"), aFile("passed", "passed")],
  };

  expect(countUnits(report)).toEqual({ passed: 2, failed: 2, skipped: 1 });
});

test("[SR25] journeys that were flaky have passed, errors outside of them have failed", () => {
  const report = { stats: { expected: 3, flaky: 1, unexpected: 2, skipped: 1 }, errors: [{}] };

  expect(countJourneys(report)).toEqual({ passed: 4, failed: 3, skipped: 1 });
});

test("[SR25] each check that failed is a failure, and one that passed is no test", () => {
  expect(countChecks({ failed: ["knip", "oxfmt --check ."] })).toEqual({
    passed: 0,
    failed: 2,
    skipped: 0,
  });
});

test("[SR25] a runner that ends badly or leaves no report has failed", () => {
  const count = () => ({ passed: 5, failed: 0, skipped: 0 });
  const how = { count, retriedOf: () => ["a.test.ts > a"] };
  const retried = ["a.test.ts > a"];

  expect(countRun({ code: 1, report: {}, ...how })).toEqual({
    passed: 5,
    failed: 1,
    skipped: 0,
    retried,
  });
  expect(countRun({ code: 0, report: {}, ...how })).toMatchObject({ failed: 0, retried });
  expect(countRun({ code: 0, report: null, ...how })).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    retried: [],
  });
});

test("[SR25] all is well when something ran and nothing failed", () => {
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

test("[XR97] what passed only on a later try is named, and nothing else, with what its first failure said and where", () => {
  const stack = ["    at run (/clone/node_modules/it.js:1:1)", "    at /clone/apps/a.test.ts:7:3"];
  const failure = [`\u001B[31mError: once${"!".repeat(400)}\u001B[39m`, ...stack].join("\n");
  const units = {
    testResults: [
      {
        name: "/clone/apps/a.test.ts",
        status: "passed",
        assertionResults: [
          { fullName: "a thing fails once", status: "passed", failureMessages: [failure] },
          { fullName: "a thing passes", status: "passed", failureMessages: [] },
          { fullName: "a thing fails", status: "failed", failureMessages: ["ever"] },
        ],
      },
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
    suites: [
      {
        specs: [spec("a call is taken", "expected")],
        suites: [{ specs: [spec("a call is held", "flaky"), spec("it ends", "unexpected")] }],
      },
    ],
  };

  expect(retriedUnits(units)).toEqual([
    `/clone/apps/a.test.ts > a thing fails once
    Error: once${"!".repeat(289)}
    at /clone/apps/a.test.ts:7:3`,
  ]);
  expect(retriedJourneys(journeys)).toEqual(["desk.e2e.ts > a call is held\n    Error: gone"]);
  expect([retriedUnits({}), retriedJourneys({})]).toEqual([[], []]);
  expect(retriedLines([{ retried: [] }, { retried: [] }])).toEqual([]);
  expect(retriedLines([{ retried: ["a > b"] }, { retried: ["c > d"] }])).toEqual([
    "Passed only on a later try: 2",
    "  a > b",
    "  c > d",
  ]);
});
