import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

const scripts = join(import.meta.dirname, "..");
const commands =
  "cc chromium chromium-headless-shell gst-launch-1.0 jackd promtool pipewire pw-cli pw-jack sipp baresip espeak-ng ip openssl turnserver kamailio rtpengine".split(
    " ",
  );

/** The scripts of `npm test`. */
const OWN_SCRIPTS = [
  "test.mjs",
  "test-arguments.mjs",
  "test-summary.mjs",
  "end-run.mjs",
  "workspace.mjs",
  "debian-packages.mjs",
];

interface Clone {
  /** The checks that fail. */
  failedChecks?: string[];
  /** The report and exit code of `vitest` for the tests that run beside the journeys. */
  units?: { passed: number; failed: number; code: number; fails?: string };
  /** The report and exit code of `vitest` for the tests that run after the journeys. */
  parts?: { passed: number; failed: number; code: number };
  journeys?: { passed: number; failed: number; code: number };
  /** Commands of Debian that the machine lacks. */
  lacks?: string[];
  isRoot?: boolean;
}

function write(root: string, path: string, text: string): string {
  const whole = join(root, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  return whole;
}

function writeProgram(root: string, path: string, text: string): void {
  chmodSync(write(root, path, text), 0o755);
}

function runnerOf(callsFile: string, report: object, code: number): string {
  return `
  import { writeFileSync } from "node:fs";
  const flag = process.argv.find((one) => one.startsWith("--outputFile.json="));
  const path = flag?.split("=")[1] ?? process.env.PLAYWRIGHT_JSON_OUTPUT_NAME;
  writeFileSync(path, ${JSON.stringify(JSON.stringify(report))});
  const asked = process.argv.slice(2).filter((one) => /full|--shard/.test(one));
  const set = process.env.LINEDESK_SHORT_TESTS === undefined ? "all" : "short";
  console.log(${JSON.stringify(callsFile)}, set, ...asked);
  process.exit(${code});
`;
}

/**
 * Returns a stub of tsx. By its arguments it simulates the build, the checks or the slowest tests.
 */
function fakeTsx(failed: string[]): string {
  return `
    import { existsSync, writeFileSync } from "node:fs";
    const path = process.argv[process.argv.indexOf("--report") + 1];
    if (process.argv[2].endsWith("slowest-tests.ts")) {
      const [shown, ...reports] = process.argv.slice(3);
      console.log("slowest", shown, reports.filter((one) => existsSync(one)).length);
    } else if (path === process.argv[0]) {
      console.log("built");
    } else {
      writeFileSync(path, ${JSON.stringify(JSON.stringify({ passed: 5, failed }))});
      console.log("checks ran", process.argv.includes("--without-units"));
      process.exitCode = ${failed.length === 0 ? 0 : 1};
    }
  `;
}

/**
 * Creates a clean clone with the real scripts, and stubs of npm, apt-get and runners that print.
 */
function aClone({ units, parts, journeys, failedChecks = [], lacks = [] }: Clone): string {
  const root = mkdtempSync(join(tmpdir(), "linedesk clone "));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const name of OWN_SCRIPTS) {
    cpSync(join(scripts, name), join(root, "scripts", name));
  }
  for (const path of ["package.json", "package-lock.json", "scripts/build.ts", "e2e/a.e2e.ts"]) {
    write(root, path, "{}");
  }
  for (const path of ["apps/a.ts", "packages/b.ts", "docs/manual/en/README.md"]) {
    write(root, path, "");
  }
  for (const name of commands.filter((one) => !lacks.includes(one))) {
    writeProgram(root, `bin/${name}`, "");
  }
  writeProgram(root, "bin/apt-get", `#!/bin/sh\necho "apt-get $*" >> "${root}/said"\n`);
  write(root, "npm-cli.js", `require("node:fs").appendFileSync("said", "npm ci\\n");`);
  write(root, "node_modules/tsx/dist/cli.mjs", fakeTsx(failedChecks));
  const { passed = 0, failed = 0, code = 0, fails } = units ?? {};
  const assertionResults = [
    { fullName: fails, status: "failed", failureMessages: ["ever"] },
  ].filter(({ fullName }) => fullName !== undefined);
  const testResults = [{ name: join(root, "apps/a.test.ts"), assertionResults }];
  write(
    root,
    "node_modules/vitest/units.mjs",
    runnerOf("units ran", { numPassedTests: passed, numFailedTests: failed, testResults }, code),
  );
  const after = { numPassedTests: parts?.passed ?? 0, numFailedTests: parts?.failed ?? 0 };
  write(
    root,
    "node_modules/vitest/parts.mjs",
    runnerOf("parts ran", { ...after, testResults: [] }, parts?.code ?? 0),
  );
  write(
    root,
    "node_modules/vitest/vitest.mjs",
    `await import(process.argv.includes("--project=parts") ? "./parts.mjs" : "./units.mjs");`,
  );
  const stats = { expected: journeys?.passed ?? 0, unexpected: journeys?.failed ?? 0 };
  write(
    root,
    "node_modules/@playwright/test/cli.js",
    `(async () => {${runnerOf("journeys ran", { stats }, journeys?.code ?? 0).replace(
      /import (.*) from (".*");/,
      "const $1 = require($2);",
    )}})();`,
  );
  return root;
}

function runTests(clone: Clone, args: string[] = []) {
  const root = aClone(clone);
  const asWhom = `data:text/javascript,process.getuid=()=>${clone.isRoot === false ? 1000 : 0}`;
  const environment: Record<string, string> = {
    PATH: join(root, "bin"),
    HOME: "/nowhere",
    npm_execpath: join(root, "npm-cli.js"),
  };
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", asWhom, join(root, "scripts", "test.mjs"), ...args],
    {
      cwd: tmpdir(),
      encoding: "utf8",
      env: environment as NodeJS.ProcessEnv,
    },
  );
  const callsFile = join(root, "said");
  const reports = join(root, "node_modules", ".cache", "test-reports");
  return {
    code: status,
    output: stdout,
    errors: stderr.trim(),
    reports: existsSync(reports) ? readdirSync(reports).toSorted() : [],
    calls: existsSync(callsFile) ? readFileSync(callsFile, "utf8").trim().split("\n") : [],
  };
}

const good = { passed: 3, failed: 0, code: 0 };

test("[SR25] npm test installs, builds, runs both runners and ends with one line", () => {
  const parts = { ...good, passed: 2 };
  const { code, output, calls } = runTests({
    units: good,
    parts,
    journeys: { ...good, passed: 4 },
  });

  expect(calls).toEqual(["npm ci"]);
  expect(output).toMatch(/built[^]*checks ran true[^]*units ran[^]*journeys ran[^]*parts ran/);
  expect(output.endsWith("\n9 passed, 0 failed\n")).toBe(true);
  expect(code).toBe(0);
});

test("[SR25] npm test leaves out the tests of the long run", () => {
  const { output } = runTests({ units: good, journeys: good });

  expect(output).toContain("units ran short\n");
  expect(output).toContain("parts ran short\n");
  expect(output).toContain(
    String.raw`journeys ran short ^(?!.*\.full\.e2e\.ts$).*\.e2e\.ts$` + "\n",
  );
});

test("the long run runs every test, or one shard of them, and the checks in the first shard", () => {
  const whole = runTests({ units: good, journeys: good }, ["--full"]);
  const second = runTests({ units: good, journeys: good }, ["--full", "--shard", "2/6"]);

  expect(whole.output).toMatch(
    /checks ran true[^]*units ran all\n[^]*journeys ran all\n[^]*parts ran all\n/,
  );
  expect(second.output).not.toContain("checks ran");
  expect(second.output).toMatch(
    /units ran all --shard=2\/6\n[^]*journeys ran all --shard=2\/6\n[^]*parts ran all --shard=2\/6\n/,
  );
});

test.each([[["--shard", "2/6"]], [["--full", "--shard", "7/6"]], [["--full", "all"]]])(
  "unknown flags of npm test are refused in one sentence: %s",
  (args) => {
    const { code, errors, calls } = runTests({}, args);

    expect(errors).toContain("Use npm test, or npm run test:full -- --shard 2/6.");
    expect(code).toBe(1);
    expect(calls).toEqual([]);
  },
);

test("[SR25] npm test names each failure, or the runner that ended badly without one, before the last line", () => {
  const fails = runTests({
    units: { passed: 3, failed: 1, code: 1, fails: "fails" },
    journeys: { ...good, code: 1 },
  });

  const end = [
    "Failed: 2",
    "  apps/a.test.ts > fails\n    ever",
    "  playwright ended with 1, and no test failed",
    "6 passed, 2 failed\n",
  ];
  expect(fails.output.endsWith(`\n${end.join("\n")}`)).toBe(true);
  expect(fails.code).toBe(1);
});

test("[SR25] a failed check is a failure of npm test, and is named before the last line", () => {
  const { code, output } = runTests({ failedChecks: ["knip"], units: good, journeys: good });

  expect(output.endsWith("\nFailed: 1\n  knip\n6 passed, 1 failed\n")).toBe(true);
  expect(code).toBe(1);
});

test("[SR25] npm test ends with the slowest tests and files, and names the folder of its reports", () => {
  const { output, reports } = runTests({ units: good, journeys: good });

  const [, named = ""] =
    /slowest --shown=10 3\n\nThe reports of this run are in (.*)\n/.exec(output) ?? [];
  expect(named.endsWith("/node_modules/.cache/test-reports")).toBe(true);
  expect(reports).toEqual(["checks.json", "journeys.json", "parts.json", "units.json"]);
});

test.each([
  [{ units: { passed: 3, failed: 2, code: 1 }, journeys: good }, "6 passed, 2 failed"],
  [{ units: good, journeys: { passed: 0, failed: 1, code: 1 } }, "3 passed, 1 failed"],
  [{ units: { ...good, code: 1 }, journeys: good }, "6 passed, 1 failed"],
  [{ units: good, parts: { passed: 1, failed: 1, code: 1 } }, "4 passed, 1 failed"],
])("[SR25] every failure is counted, and the exit code is not 0", (clone, line) => {
  const { code, output } = runTests(clone);

  expect(output.trimEnd().split("\n").at(-1)).toBe(line);
  expect(code).toBe(1);
});

test("[SR25] without root, missing Debian packages end npm test with one sentence that has the apt line", () => {
  const { code, errors, output, calls } = runTests({ lacks: ["sipp", "chromium"], isRoot: false });

  expect(errors).toBe(
    "Some Debian packages are missing. Run sudo apt-get install -y chromium sip-tester",
  );
  expect(calls).toEqual(["npm ci"]);
  expect(output).not.toContain("units ran");
  expect(code).toBe(1);
});

test("[SR25] for root npm test installs missing Debian packages, and reports a failed installation", () => {
  const { code, errors, calls } = runTests({ lacks: ["baresip"] });

  expect(calls.slice(1)).toEqual([
    "apt-get -q -o Dpkg::Use-Pty=0 update",
    "apt-get -q -o Dpkg::Use-Pty=0 install -y --no-install-recommends baresip-core",
  ]);
  expect(errors).toBe("Programs could not be installed: apt-get install -y baresip-core");
  expect(code).toBe(1);
});
