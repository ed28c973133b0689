import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { migrations } from "../../apps/server/src/platform/db/migrations/index.ts";
import { readSchema } from "../schema/read-schema.ts";
import { sumMigrations } from "../schema/sum-migrations.ts";
import { findRelease, writeRelease } from "./release-record.ts";

interface Release {
  root: string;
  version: string;
  epochS: number;
  /** The SHA-256 of each package by its name. */
  packages: Record<string, string>;
}

/** A release cannot be recorded. The message is for the person who makes it. */
export class RecordError extends Error {
  override name = "RecordError";
  readonly code = "record";
}

/** Throws `RecordError` when this checkout is not a release, before the packages are made. */
export function requireRelease(root: string, version: string): void {
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", root, ...args], { encoding: "utf8" }).trim();
  if (git("ls-tree", "HEAD", `${findRelease(root, version)}/`) !== "") {
    throw new RecordError(
      `Release ${version} is recorded already. Raise the version in package.json.`,
    );
  }
  if (git("status", "--porcelain") !== "") {
    throw new RecordError("Commit your changes first: a release is made from a commit.");
  }
  const changes = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  if (!changes.includes(`\n## [${version}] - `)) {
    throw new RecordError(`CHANGELOG.md has no section "## [${version}] - <date>".`);
  }
}

/** Writes `releases/<version>` and returns its path. */
export async function recordRelease({ root, version, epochS, packages }: Release): Promise<string> {
  const time = new Date(epochS * 1000).toISOString();
  const record = { version, time, migrations: await sumMigrations(migrations), packages };
  return writeRelease(root, { record, schema: await readSchema() });
}
