import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

const root = join(import.meta.dirname, "../..");

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/**
 * Creates a clean clone with the real scripts, and stubs of npm, builder and exchange that print.
 */
function aClone(): string {
  const clone = mkdtempSync(join(tmpdir(), "linedesk clone "));
  onTestFinished(() => rmSync(clone, { recursive: true }));
  for (const path of [
    "scripts/exchange.mjs",
    "scripts/workspace.mjs",
    "scripts/debian-packages.mjs",
  ]) {
    cpSync(join(root, path), join(clone, path));
  }
  cpSync(join(root, "apps/exchange/bin"), join(clone, "apps/exchange/bin"), { recursive: true });
  for (const path of [
    "package.json",
    "package-lock.json",
    "scripts/build.ts",
    "packages/a.ts",
    "docs/manual/en/README.md",
  ]) {
    write(join(clone, path), "{}");
  }
  write(join(clone, "bin/espeak-ng"), "");
  chmodSync(join(clone, "bin/espeak-ng"), 0o755);
  write(join(clone, "npm-cli.js"), "console.log('npm installs');");
  write(
    join(clone, "node_modules/tsx/dist/cli.mjs"),
    `import { mkdirSync, writeFileSync } from "node:fs";
    mkdirSync("dist", { recursive: true });
    writeFileSync("dist/exchange-alone.js", "console.log('the exchange runs', process.argv.slice(2));");
    console.log("built");`,
  );
  return clone;
}

/** Creates such a clone for a machine without a speech program, with this stub of apt-get. */
function aBareMachine(apt: string): { clone: string; path: string } {
  const clone = aClone();
  rmSync(join(clone, "bin"), { recursive: true });
  write(join(clone, "bin/apt-get"), `#!/bin/sh\necho "$*" >> "${join(clone, "asked")}"\n${apt}\n`);
  chmodSync(join(clone, "bin/apt-get"), 0o755);
  for (const name of ["timeout", "sh", "seq", "sleep"]) {
    symlinkSync(join("/bin", name), join(clone, "bin", name));
  }
  return { clone, path: join(clone, "bin") };
}

const hangs = `trap "" TERM; for second in $(seq 90); do sleep 1; done`;
const hangsAtInstall = `case "$2" in install) ${hangs};; esac`;

/**
 * Offers the speech program on such a machine, and returns the output with the calls of apt-get.
 */
function offerOn({ clone, path }: { clone: string; path: string }) {
  const offer = `
    import { forSpeech, offerDebianPackages } from "./scripts/debian-packages.mjs";
    offerDebianPackages(forSpeech, { updateS: 0.2, installS: 0.2 });
    console.log("the exchange runs");`;
  // Only root gets an offer of an installation, so the test pretends to be root.
  const asRoot = ["--import", "data:text/javascript,process.getuid=()=>0"];
  const program = [...asRoot, "--input-type=module", "--eval", offer];
  const { stdout, stderr } = spawnSync(process.execPath, program, {
    cwd: clone,
    encoding: "utf8",
    env: { NODE_ENV: "test", PATH: path },
    timeout: 45_000,
  });
  const installs = readFileSync(join(clone, "asked"), "utf8").trim().split("\n");
  return {
    stdout,
    stderr,
    installs: installs.map((words) => words.split(" ")[1]),
    words: installs[0],
  };
}

function start(clone: string, script: string, words: string[] = []) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(clone, script), ...words], {
    cwd: tmpdir(),
    encoding: "utf8",
    env: {
      ...process.env,
      PATH: `${join(clone, "bin")}:${process.env["PATH"]}`,
      npm_execpath: join(clone, "npm-cli.js"),
    },
  });
  return { status, stdout, stderr };
}

test("[XN1] npm run exchange installs and builds on a clean clone, and starts only the exchange", () => {
  const clone = aClone();

  const first = start(clone, "scripts/exchange.mjs");
  const again = start(clone, "scripts/exchange.mjs");

  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  expect(scripts["exchange"]).toBe("node scripts/exchange.mjs");
  expect(first.stdout).toMatch(/npm installs[^]*built[^]*the exchange runs \[\]/);
  expect(again.stdout).toBe("the exchange runs []\n");
  expect(again.status).toBe(0);
});

test("[XN5] with --json standard output contains only the exchange's output", () => {
  const { stdout, stderr } = start(aClone(), "scripts/exchange.mjs", ["--json"]);

  expect(stdout).toBe("the exchange runs [ '--json' ]\n");
  expect(stderr).toMatch(/npm installs[^]*built/);
});

test("[XN1] npx linedesk-exchange starts the same exchange", () => {
  const { bin } = JSON.parse(readFileSync(join(root, "apps/exchange/package.json"), "utf8")) as {
    bin: Record<string, string>;
  };
  const script = join("apps/exchange", bin["linedesk-exchange"] ?? "");

  expect(start(aClone(), script).stdout).toMatch(/the exchange runs \[\]\n$/);
});

test.each([
  [hangs, ["update"]],
  [hangsAtInstall, ["update", "install"]],
])(
  "[XR160] a start continues without a program that apt-get does not install in time (%#)",
  (apt, installs) => {
    const machine = aBareMachine(apt);

    const first = offerOn(machine);
    const again = offerOn(machine);

    expect(first.stdout).toBe("the exchange runs\n");
    expect(first.stderr).toContain("sudo apt-get install -y espeak-ng\n");
    expect(first.installs).toEqual(installs);
    // The offer comes once per checkout.
    expect([again.stdout, again.stderr]).toEqual(["the exchange runs\n", ""]);
    expect(again.installs).toEqual(installs);
  },
);

test("[XR160] when apt-get finds no network within seconds, the start installs nothing and reports this", () => {
  const { stdout, stderr, installs, words } = offerOn(aBareMachine("exit 100"));

  expect(words).toContain("-o Acquire::http::Timeout=5 -o Acquire::https::Timeout=5");
  expect(words).toContain("-o Acquire::Retries=0 -o APT::Update::Error-Mode=any");
  expect(installs).toEqual(["update"]);
  expect(stderr).toContain("sudo apt-get install -y espeak-ng\n");
  expect(stdout).toBe("the exchange runs\n");
});
