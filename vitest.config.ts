import { configDefaults, defineConfig } from "vitest/config";

/**
 * Boots of many parts that may follow one another in one process, which saves each file the load of
 * all modules. Kept out: a browser's sound (the WebRTC library serves one thread in the life of a
 * process), replaced modules, and tests of the process itself.
 */
const sharing = [
  "apps/exchange/tests/rest/rest-{caller-ids,client,hostile,lists,ringing-participants,test-account}.test.ts",
  "apps/exchange/tests/sip/sip-{flood,identity,listeners,stream-floods,streams}.test.ts",
  "apps/exchange/tests/webhooks/{conference-status-callbacks,webhook-failures,webhook-signatures}.test.ts",
  "apps/exchange/tests/twiml/{conference-audio,conference-recording,dial-ringing,gather-dtmf}.test.ts",
  "apps/exchange/tests/twiml/{queue-bridging,queues-exhausted,record-trimming,record-verb}.test.ts",
  "apps/exchange/tests/twiml/{task-routing,verb-audio}.test.ts",
  "apps/server/tests/{auth,realtime,stations}/*.test.ts",
];

/** Of every test that boots more than one part: real processes share two cores. */
const boots = {
  environment: "node",
  globalSetup: ["scripts/temporary-folder.ts", "apps/server/tests/support/postgres-setup.ts"],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // The default of a second is shorter than the pauses of a busy machine.
  expect: { poll: { timeout: 10_000 } },
  maxWorkers: 2,
  // More tries tell a starved run from a broken part.
  retry: 2,
};

// "unit" runs within `npm run check`; "parts" and "sharing-parts" boot more than one part (database,
// exchange, real clients).
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
          ...boots,
          name: "sharing-parts",
          sequence: { groupOrder: 1 },
          include: sharing,
          isolate: false,
        },
      },
      {
        test: {
          ...boots,
          name: "parts",
          sequence: { groupOrder: 2 },
          include: ["{apps,packages}/*/tests/**/*.test.ts", "scripts/tests/*.test.ts"],
          exclude: [...configDefaults.exclude, ...sharing],
        },
      },
    ],
  },
});
