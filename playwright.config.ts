import { defineConfig } from "@playwright/test";

// One worker runs: each file drives a whole station with real sound on a machine of two cores.
export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  outputDir: "e2e/.output/results",
  workers: 1,
  fullyParallel: false,
  // A slow machine opens a page in ten seconds while other tests run.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["json", { outputFile: "e2e/.output/report.json" }]],
});
