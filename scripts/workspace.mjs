// The code that `npm start`, `npm test` and other commands share. It is plain JavaScript and needs
// only Node, because it runs before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Prints one sentence for the person at the terminal and ends the process. */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

export function checkNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) {
    return;
  }
  fail(`Linedesk needs Node 20.19 or newer. This is Node ${process.versions.node}.`);
}

/**
 * With `--json`, another program reads standard output, so text for people goes to standard error.
 */
const stdio = process.argv.includes("--json") ? ["inherit", 2, "inherit"] : "inherit";
const say = process.argv.includes("--json") ? console.error : console.log;

/** Runs a program to its end, with its output on this terminal. Returns its exit code. */
export function run(command, args, options = {}) {
  const { status, error, signal } = spawnSync(command, args, {
    cwd: root,
    stdio,
    ...options,
  });
  if (error) {
    fail(`${command} could not be run: ${error.message}.`);
  }
  return signal === null ? (status ?? 1) : 1;
}

/** Runs a program beside others. Resolves to its exit code. */
export function runBeside(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, ...options });
    child.once("error", (error) => fail(`${command} could not be run: ${error.message}.`));
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files) {
    hash.update(`${file}\0`);
    hash.update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

function readStamp(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

function writeStamp(path, stamp) {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, stamp);
  } catch {
    // The code is read-only for this user, so the next start compares again.
  }
}

/** Sets a cache folder for npm, because the home folder may not exist. */
function npmEnvironment() {
  const home = process.env.HOME;
  if (home !== undefined && home !== "" && existsSync(home)) {
    return process.env;
  }
  return { ...process.env, npm_config_cache: join(root, "node_modules", ".cache", "npm") };
}

/**
 * Returns npm's command. npm usually started this process, and gives its own path in a variable.
 */
function npmCommand() {
  const script = process.env.npm_execpath;
  return script !== undefined && /npm-cli\.c?js$/.test(script)
    ? { command: process.execPath, args: [script] }
    : { command: "npm", args: [] };
}

const installStamp = join(root, "node_modules", ".linedesk-install");

/** Installs the packages of package-lock.json, unless they are installed already. */
export function installWhenNeeded() {
  const wanted = hashOf(["package-lock.json", "package.json"]);
  if (readStamp(installStamp) === wanted) {
    return;
  }
  // npm's own record is newer than the lock file, so the packages were installed from it already.
  const record = join(root, "node_modules", ".package-lock.json");
  const isInstalled =
    existsSync(record) &&
    statSync(record).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs;
  if (!isInstalled) {
    say("Installing packages ...");
    const { command, args } = npmCommand();
    const code = run(command, [...args, "ci", "--no-audit", "--no-fund"], {
      env: npmEnvironment(),
    });
    if (code !== 0) {
      fail("The packages could not be installed. See the output of npm above.");
    }
  }
  writeStamp(installStamp, wanted);
}

/** The sources of the bundles; the console contains the pages of the manual. */
const sourceFolders = ["apps", "packages", "docs/manual"];
const skippedFolders = new Set(["node_modules", "dist", "tests", "data"]);

function listSources(folder, found = []) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory() && !skippedFolders.has(entry.name)) {
      listSources(path, found);
    } else if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) {
      found.push(path);
    }
  }
  return found;
}

const buildStamp = join(root, "dist", ".linedesk-build");

/** Is true after `npm ci --omit=dev` beside a finished build, which then runs as it is. */
function isProductionInstall() {
  const hasBuilder = existsSync(join(root, "node_modules", "tsx"));
  return !hasBuilder && existsSync(join(root, "dist", "start.js"));
}

/** Builds the bundles and the console when the sources have changed since the last build. */
export function buildWhenNeeded() {
  if (isProductionInstall()) {
    return;
  }
  const sources = sourceFolders.flatMap((folder) => listSources(folder));
  const wanted = hashOf([...sources, "scripts/build.ts", "package-lock.json"]);
  if (readStamp(buildStamp) === wanted) {
    return;
  }
  say("Building ...");
  const tsx = join(root, "node_modules", "tsx", "dist", "cli.mjs");
  const code = run(process.execPath, [tsx, join(root, "scripts", "build.ts")]);
  if (code !== 0) {
    fail("The build failed. See its output above.");
  }
  writeStamp(buildStamp, wanted);
}
