import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { readArguments, runSteps, steps } from "./check.ts";

const root = join(import.meta.dirname, "..");

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

test("[SR26] npm run check runs format, lint, types, unit tests and rules", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: { check: string } };

  expect(scripts.check).toBe("tsx scripts/check.ts");
  expect(steps.map((step) => step.replace(/ --incremental .*/, ""))).toEqual(
    expect.arrayContaining([
      "oxfmt --check .",
      "oxlint --type-aware --deny-warnings",
      "tsc -p .",
      "tsc -p apps/console",
      "tsc -p e2e",
      "knip",
      "vitest run --project unit",
      "tsx scripts/check-dialect.ts",
      "tsx scripts/check-directions.ts",
      "tsx scripts/check-rules.ts",
      "tsx scripts/check-releases.ts",
      "tsx scripts/manual-pages.ts",
    ]),
  );
});

test("[SR26] a failed step is shown with its output, and the check fails", async () => {
  const lines: string[] = [];

  const failed = await runSteps(["echo fine", "echo broken here; exit 3", "echo late"], 2, (line) =>
    lines.push(line),
  );

  expect(failed).toEqual(["echo broken here; exit 3"]);
  expect(lines.filter((line) => line.startsWith("ok "))).toHaveLength(2);
  expect(lines.join("\n")).toContain("broken here\n\nFAILED  echo broken here; exit 3");
  expect(lines.at(-1)).toBe("check: failed: echo broken here; exit 3");
  expect(await runSteps(["true", "true"], 1, () => undefined)).toEqual([]);
});

test("[SR26] the unit tests can be omitted when they run elsewhere", () => {
  const { chosen, report } = readArguments(["--without-units", "--report", "a.json"]);

  expect(report).toBe("a.json");
  expect(steps.filter((step) => !chosen.includes(step))).toEqual(["vitest run --project unit"]);
  expect(readArguments([])).toEqual({ chosen: steps, report: undefined });
});
