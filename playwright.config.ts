import { defineConfig } from "@playwright/test";

// There is one worker, because each file runs a whole station with real sound, and the machine has
// two cores.
export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  outputDir: "e2e/.output/results",
  workers: 1,
  fullyParallel: false,
  // While other tests run, a slow machine needs ten seconds to open a page.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["json", { outputFile: "e2e/.output/report.json" }]],
});
