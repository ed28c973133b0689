import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { compareVersions, readNewestRelease } from "../release/release-record.ts";

const run = promisify(execFile);
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Returns the version of this checkout if it is newer than the last release, otherwise the last
 * version with `+next`.
 */
export function chooseNextVersion(own: string, last: string): string {
  return compareVersions(own, last) > 0 ? own : `${last}+next`;
}

/** Makes a package of this checkout and returns its path. */
export async function makeNextPackage(root: string, version: string): Promise<string> {
  return makePackage(root, ["--version", version]);
}

/**
 * Returns the package of the last release, which is made from its tag, otherwise from the commit
 * that recorded it. It is made once.
 */
export async function makeLastPackage(root: string, cache: string) {
  const release = readNewestRelease(root);
  if (release === null) {
    throw new Error("The folder releases has no release.");
  }
  const { version } = release.record;
  const commit = findCommit(root, version);
  const folder = join(cache, `release-${commit}`);
  const path = join(folder, `linedesk_${version}_amd64.deb`);
  if (!existsSync(path)) {
    await mkdir(folder, { recursive: true });
    // Below node_modules, esbuild ignores tsconfig.json.
    const sources = await mkdtemp(join(tmpdir(), "linedesk-sources-"));
    await run("sh", ["-c", `git archive ${commit} | tar -x -C "${sources}"`], { cwd: root });
    await copyFile(await makePackage(sources, []), path);
    await rm(sources, { recursive: true, force: true });
  }
  return { path, release, commit };
}

function findCommit(root: string, version: string): string {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const tag = git("tag", "--list", `v${version}`);
  const record = `releases/${version}/release.json`;
  const commit =
    tag === ""
      ? git("log", "-1", "--diff-filter=A", "--format=%H", "--", record)
      : git("rev-parse", `${tag}^{commit}`);
  if (commit === "") {
    throw new Error(`No commit of this clone contains ${record}. Fetch the whole history.`);
  }
  return commit;
}

async function makePackage(root: string, args: string[]): Promise<string> {
  await run(process.execPath, [join(root, "scripts/release.mjs"), ...args], {
    cwd: root,
    maxBuffer: MAX_BYTES,
  });
  const folder = join(root, "dist-release");
  const name = (await readdir(folder)).find((file) => file.endsWith(".deb"));
  if (name === undefined) {
    throw new Error(`There is no package in ${folder}.`);
  }
  return join(folder, name);
}
