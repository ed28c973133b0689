import { defineConfig } from "vitest/config";

// "unit" runs within `npm run check`; "parts" boots more than one part (database, exchange, real clients).
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          globalSetup: ["scripts/temporary-folder.ts"],
          sequence: { groupOrder: 0 },
          include: [
            "apps/*/src/**/*.test.ts",
            "packages/*/src/**/*.test.ts",
            "scripts/{*,!(tests)/*}.test.ts",
          ],
          environment: "node",
          // No module of ours keeps state, so that all may share what one has loaded: half the time.
          isolate: false,
          unstubGlobals: true,
          // Quick ones, but many at once on few cores.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "parts",
          sequence: { groupOrder: 1 },
          include: ["{apps,packages}/*/tests/**/*.test.ts", "scripts/tests/*.test.ts"],
          environment: "node",
          globalSetup: [
            "scripts/temporary-folder.ts",
            "apps/server/tests/support/postgres-setup.ts",
          ],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          // Real processes share two cores here: more tries tell a starved run from a broken part.
          retry: 2,
        },
      },
    ],
  },
});
