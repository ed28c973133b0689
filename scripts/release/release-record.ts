import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import * as z from "zod";

import type { SchemaDescription } from "../../apps/server/src/platform/db/schema-description.ts";
import { formatSchema, parseSchema } from "../schema/schema-file.ts";

const FOLDER = "releases";
const RECORD = "release.json";
const SCHEMA = "schema.txt";
const VERSION = /^\d+\.\d+\.\d+$/;

const sums = z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/));

const releaseRecord = z.strictObject({
  version: z.string().regex(VERSION),
  /** The time of all files in the packages. */
  time: z.iso.datetime(),
  /** The SHA-256 of the statements of each migration. */
  migrations: sums,
  /** The SHA-256 of each package. */
  packages: sums,
});
export type ReleaseRecord = z.output<typeof releaseRecord>;

/** A release as the folder `releases/<version>` records it. */
export interface Release {
  record: ReleaseRecord;
  schema: SchemaDescription;
}

/** Returns the recorded versions, the oldest first. */
export function listReleases(root: string): string[] {
  const folder = join(root, FOLDER);
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => VERSION.test(name))
        .toSorted(compareVersions)
    : [];
}

/** Returns `null` without a recorded release. */
export function readNewestRelease(root: string): Release | null {
  const version = listReleases(root).at(-1);
  return version === undefined ? null : readRelease(root, version);
}

export function readRelease(root: string, version: string): Release {
  const folder = findRelease(root, version);
  return {
    record: releaseRecord.parse(JSON.parse(readFileSync(join(folder, RECORD), "utf8"))),
    schema: parseSchema(readFileSync(join(folder, SCHEMA), "utf8")),
  };
}

/** Writes the folder of the release and returns its path. */
export function writeRelease(root: string, { record, schema }: Release): string {
  const folder = findRelease(root, record.version);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, RECORD), `${JSON.stringify(record, null, 2)}\n`);
  writeFileSync(join(folder, SCHEMA), formatSchema(schema));
  return folder;
}

export function findRelease(root: string, version: string): string {
  return join(root, FOLDER, version);
}

/** Orders versions such as 0.9.0 and 0.10.0 by their numbers. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split(".").map(Number));
  const at = (left ?? []).findIndex((number, index) => number !== right?.[index]);
  return at === -1 ? 0 : (left?.[at] ?? 0) - (right?.[at] ?? 0);
}
