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
}
const source = "./test-summary.mjs";
const { countJourneys, countRun, countUnits, summarise } = (await import(source)) as {
  countJourneys: (report: object) => Count;
  countRun: (run: Run) => Count;
  countUnits: (report: object) => Count;
  summarise: (counts: Count[]) => { line: string; isGood: boolean };
};

const aFile = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((one) => ({ status: one })),
});

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

test("[SR25] a runner that ends badly or leaves no report has failed", () => {
  const count = () => ({ passed: 5, failed: 0, skipped: 0 });

  expect(countRun({ code: 1, report: {}, count })).toEqual({ passed: 5, failed: 1, skipped: 0 });
  expect(countRun({ code: 0, report: {}, count })).toEqual({ passed: 5, failed: 0, skipped: 0 });
  expect(countRun({ code: 0, report: null, count })).toEqual({ passed: 0, failed: 1, skipped: 0 });
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
