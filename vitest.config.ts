import { configDefaults, defineConfig } from "vitest/config";

import { builtParts } from "./scripts/built-parts.ts";

/**
 * Tests of several parts that can share one process, one after another, so that no file loads the
 * modules again. This is impossible for tests with a browser's sound (the WebRTC library works in
 * one thread per process), tests that replace modules, and tests of the process itself.
 */
const sharing = [
  "apps/exchange/tests/rest/rest-{client,connections,lists}{,.full}.test.ts",
  "apps/exchange/tests/sip/{sip-*,baresip-refer}{,.full}.test.ts",
  "apps/exchange/tests/calls/quality*{,.full}.test.ts",
  "apps/exchange/tests/{recordings,sounds}/*.test.ts",
  "apps/exchange/tests/webhooks/{conference-status-callbacks,redirects,webhook-*}{,.full}.test.ts",
  "apps/exchange/tests/twiml/verb-audio{,.full}.test.ts",
  "apps/server/tests/{auth,calls,db,realtime,stations}/*.test.ts",
  "packages/{hub,sso,speech}/tests/*.test.ts",
  "packages/media/tests/sounds/{*-decoding,*-sounds,ten-minutes}{,.full}.test.ts",
];

/** Tests of calls whose sound tolerates no pause. Both ends are in one process. */
const alone = [
  "apps/audio-server/tests/lossy-call{,.full}.test.ts",
  "packages/media/tests/codecs{,.full}.test.ts",
  "packages/media/tests/sounds/live-programme{,.full}.test.ts",
];

/** Tests that mostly wait for limits of the product, so that four of them can run on two cores. */
const waiting = [
  "apps/exchange/tests/browsers/{own-errors,tokens}{,.full}.test.ts",
  "apps/exchange/tests/hostile/hostile-twiml{,.full}.test.ts",
  "apps/server/tests/start/{erased-everywhere,full-disk,hung-parts}{,.full}.test.ts",
  "apps/server/tests/start/{replicas,start-station}{,.full}.test.ts",
  "apps/server/tests/voice/recorded-calls{,.full}.test.ts",
];

/** `npm test` sets the variable, which omits the tests of the long run. */
const longRun =
  process.env["LINEDESK_SHORT_TESTS"] === undefined ? [] : ["**/*.full.test.{ts,tsx}"];

/** The settings of every test that starts more than one part. Real processes share two cores. */
const boots = {
  environment: "node",
  globalSetup: [
    "scripts/temporary-folder.ts",
    "scripts/built-parts.ts",
    "apps/server/tests/support/postgres-setup.ts",
  ],
  execArgv: ["--enable-source-maps"],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // The default of one second is shorter than the pauses of a busy machine.
  expect: { poll: { timeout: 10_000 } },
  maxWorkers: 2,
};

// "unit" runs in `npm run check`. The tests of "parts" start several parts (database, exchange,
// real clients).
export default defineConfig({
  test: {
    // The closing list of a run names each failure in one line, which must contain the values.
    chaiConfig: { truncateThreshold: 400 },
    projects: [
      {
        test: {
          name: "unit",
          globalSetup: ["scripts/temporary-folder.ts"],
          sequence: { groupOrder: 0 },
          exclude: [...configDefaults.exclude, ...longRun],
          include: [
            "apps/*/src/**/*.test.ts",
            "packages/*/src/**/*.test.ts",
            "scripts/{*,!(tests)/*}.test.ts",
            "bench/*/*.test.ts",
          ],
          environment: "node",
          // None of our modules has state, so all files can share loaded modules. This halves the
          // time.
          isolate: false,
          unstubGlobals: true,
          // The tests are quick, but many run at the same time on few cores.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        plugins: [builtParts()],
        test: {
          ...boots,
          name: "sharing-parts",
          sequence: { groupOrder: 1 },
          include: sharing,
          exclude: [...configDefaults.exclude, ...longRun, ...waiting],
          isolate: false,
        },
      },
      {
        plugins: [builtParts()],
        test: {
          ...boots,
          name: "parts",
          sequence: { groupOrder: 3 },
          include: ["{apps,packages}/*/tests/**/*.test.ts", "scripts/tests/*.test.ts"],
          exclude: [...configDefaults.exclude, ...longRun, ...sharing, ...waiting, ...alone],
        },
      },
      {
        plugins: [builtParts()],
        test: {
          ...boots,
          name: "waiting-parts",
          sequence: { groupOrder: 2 },
          maxWorkers: 4,
          include: waiting,
          exclude: [...configDefaults.exclude, ...longRun],
        },
      },
      {
        plugins: [builtParts()],
        test: {
          ...boots,
          name: "alone-parts",
          sequence: { groupOrder: 4 },
          include: alone,
          exclude: [...configDefaults.exclude, ...longRun],
        },
      },
    ],
  },
});
