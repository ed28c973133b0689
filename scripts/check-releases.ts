/**
 * Compares the migrations and the schema of this checkout with the newest release in `releases`,
 * which must be able to run on the same database. `npm run check` runs it.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { migrations } from "../apps/server/src/platform/db/migrations/index.ts";
import type { SchemaMigration } from "../apps/server/src/platform/db/migrations/schema-migration.ts";
import type { SchemaDescription } from "../apps/server/src/platform/db/schema-description.ts";
import { type Breach, reportBreaches } from "./breach.ts";
import {
  listReleases,
  readNewestRelease,
  readRelease,
  type Release,
} from "./release/release-record.ts";
import { findDestructiveChanges } from "./schema/destructive-changes.ts";
import { readSchema } from "./schema/read-schema.ts";
import { sumMigrations } from "./schema/sum-migrations.ts";

const FOLDER = "apps/server/src/platform/db/migrations";

interface Checkout {
  migrations: Readonly<Record<string, SchemaMigration>>;
  /** The SHA-256 of the statements of each migration. */
  sums: Readonly<Record<string, string>>;
  schema: SchemaDescription;
  /** The newest migration of each release. */
  releases: ReadonlyMap<string, string>;
}

/** Checks a checkout against its newest release. */
export function findReleaseBreaches(last: Release, checkout: Checkout): Breach[] {
  return [
    ...findEditedMigrations(last, checkout),
    ...findEarlyMigrations(last, checkout),
    ...findWrongContracts(last, checkout),
    ...findUnstatedDestruction(last, checkout),
  ];
}

function refuse(check: string, migration: string, message: string): Breach {
  return { check, at: `${FOLDER}/${migration}.ts`, message };
}

function findEditedMigrations({ record }: Release, { sums }: Checkout): Breach[] {
  return Object.entries(record.migrations).flatMap(([name, sum]) => {
    if (sums[name] === sum) {
      return [];
    }
    const fault = sums[name] === undefined ? "is missing here" : "has other statements here";
    return [
      refuse(
        "released-migration",
        name,
        `Release ${record.version} contains this migration, but it ${fault}. Restore it, and make the change in a new migration.`,
      ),
    ];
  });
}

function listLater({ record }: Release, checkout: Checkout): [string, SchemaMigration][] {
  return Object.entries(checkout.migrations).filter(([name]) => !(name in record.migrations));
}

function findEarlyMigrations(last: Release, checkout: Checkout): Breach[] {
  const newest = Object.keys(last.record.migrations).toSorted().at(-1) ?? "";
  return listLater(last, checkout)
    .filter(([name]) => name < newest)
    .map(([name]) =>
      refuse(
        "migration-order",
        name,
        `It sorts before ${newest}, which release ${last.record.version} has run. Give it a higher number.`,
      ),
    );
}

function findWrongContracts(last: Release, checkout: Checkout): Breach[] {
  return listLater(last, checkout).flatMap(([name, migration]) => {
    if ("indexes" in migration || migration.contract === undefined) {
      return [];
    }
    const { oldest, removes } = migration.contract;
    const isKnown = checkout.releases.get(oldest.release) === oldest.migration;
    return [
      ...(isKnown
        ? []
        : [
            refuse(
              "contract",
              name,
              "`oldest` must name a release in `releases` and the newest migration of that release.",
            ),
          ]),
      ...removes
        .filter((object) => !last.schema.has(object))
        .map((object) =>
          refuse(
            "contract",
            name,
            `The contract removes ${object}, which release ${last.record.version} does not have.`,
          ),
        ),
    ];
  });
}

function findUnstatedDestruction(last: Release, checkout: Checkout): Breach[] {
  const stated = new Set(
    listLater(last, checkout).flatMap(([, migration]) =>
      "indexes" in migration
        ? []
        : [...(migration.contract?.removes ?? []), ...(migration.harmless ?? [])],
    ),
  );
  return findDestructiveChanges(last.schema, checkout.schema)
    .filter(({ object }) => !stated.has(object))
    .map(({ object, fault }) => ({
      check: "destructive-migration",
      at: FOLDER,
      message: `The ${object} ${fault}, and release ${last.record.version} could not run any more. Expand the schema now, and remove the old part a release later, in a migration with a contract.`,
    }));
}

async function readCheckout(root: string): Promise<Checkout> {
  const releases = listReleases(root).map((version): [string, string] => {
    const { record } = readRelease(root, version);
    return [version, Object.keys(record.migrations).toSorted().at(-1) ?? ""];
  });
  return {
    migrations,
    sums: await sumMigrations(migrations),
    schema: await readSchema(),
    releases: new Map(releases),
  };
}

async function main(root: string): Promise<void> {
  const last = readNewestRelease(root);
  const breaches = last === null ? [] : findReleaseBreaches(last, await readCheckout(root));
  reportBreaches("releases", breaches);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(join(import.meta.dirname, ".."));
}
