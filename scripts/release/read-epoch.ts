import { execFileSync } from "node:child_process";

import { listReleases, readRelease } from "./release-record.ts";

/**
 * Returns the time of all files in the packages, in seconds since 1970: SOURCE_DATE_EPOCH
 * (reproducible-builds.org), the time of the recorded release, or the time of the commit. The
 * packages of a release can therefore be made again, byte for byte.
 */
export function readEpoch(root: string, version: string, env: NodeJS.ProcessEnv): number {
  const given = env["SOURCE_DATE_EPOCH"];
  if (given !== undefined) {
    return Number.parseInt(given, 10);
  }
  if (listReleases(root).includes(version)) {
    return Date.parse(readRelease(root, version).record.time) / 1000;
  }
  const args = ["-C", root, "log", "-1", "--format=%ct"];
  return Number.parseInt(execFileSync("git", args, { encoding: "utf8" }), 10);
}
