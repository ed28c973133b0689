import { isLoopback } from "../../../config/is-loopback.ts";
import { openDatabase } from "../../../platform/db/database.ts";
import { postgresVersions } from "../../../platform/db/postgres-versions.ts";
import type { Check } from "../context/check.ts";
import { type Finding, leftOut, right, warning, wrong } from "../context/finding.ts";
import { type DatabaseFacts, readDatabaseFacts } from "../probes/database-facts-store.ts";
import { describeRefusal } from "../probes/describe-refusal.ts";
import { checkOwner } from "./check-owner.ts";

/**
 * In addition to the pool, the server uses connections for the outbox, the hub, its lease and the
 * jobs.
 */
const OTHER_CONNECTIONS = 19;

/** Checks the version of PostgreSQL and the rights of the station's role. */
export const database: Check = {
  name: "database",
  timeoutMs: 8_000,
  lateAdvice: "Check the load and the locks of the database.",
  async run({ databaseUrl: url, config }) {
    if (url === null) {
      return [leftOut("The embedded database runs only while the station runs.")];
    }
    const db = openDatabase({ url, poolSize: 1, onError: () => undefined });
    try {
      const facts = await readDatabaseFacts(db);
      const found = judgeDatabase(facts, {
        isOwn: config.database.url !== null,
        hasOwner: config.database.ownerUrl !== null,
        isLocal: isLoopback(new URL(url).hostname) || new URL(url).hostname === "",
        poolSize: config.database.poolSize,
      });
      return [...found, ...(await checkOwner(config.database.ownerUrl))];
    } catch (error) {
      return [describeRefusal(error, "DATABASE_URL")];
    } finally {
      await db.destroy();
    }
  },
};

interface DatabaseUse {
  /** Is false for the embedded database, true for any other PostgreSQL. */
  isOwn: boolean;
  /** Is true when another role owns the tables and migrates them. */
  hasOwner: boolean;
  isLocal: boolean;
  poolSize: number;
}

export function judgeDatabase(facts: DatabaseFacts, use: DatabaseUse): Finding[] {
  return [judgeVersion(facts), judgeRights(facts, use), ...judgeLimits(facts, use)];
}

function judgeVersion({ majorVersion, version, encoding }: DatabaseFacts): Finding {
  const { oldest, newest } = postgresVersions;
  if (majorVersion < oldest) {
    return wrong(
      `PostgreSQL ${version} is too old.`,
      `Upgrade it to a version from ${oldest} to ${newest}.`,
    );
  }
  if (encoding !== "UTF8") {
    return wrong(
      `The database has the encoding ${encoding}.`,
      "Delete it and create it with: createdb --encoding=UTF8 --template=template0",
    );
  }
  return majorVersion > newest
    ? warning(
        `PostgreSQL ${version} is newer than the tested versions ${oldest} to ${newest}.`,
        "Look for a newer Linedesk.",
      )
    : right(`PostgreSQL ${version} answers.`);
}

function judgeRights(facts: DatabaseFacts, { isOwn, hasOwner }: DatabaseUse): Finding {
  const { unreadable, mayCreate, tables, role, wideRights } = facts;
  const [first] = unreadable;
  if (first !== undefined) {
    return wrong(
      `The role may not read ${unreadable.length} of ${tables} tables, such as ${first}.`,
      "Let the role of DATABASE_URL own the tables, or grant it the rights on them.",
    );
  }
  if (tables === 0 && !mayCreate && !hasOwner) {
    return wrong(
      "The database is empty, and the role may not create tables in it.",
      "Let the role of DATABASE_URL own the database.",
    );
  }
  return wideRights.length > 0
    ? warning(
        `The role ${role} may do more than the server needs: it ${listWords(wideRights)}.`,
        isOwn && !hasOwner
          ? 'Let a second role own the database, and set DATABASE_OWNER_URL: docs/production.md, "PostgreSQL".'
          : 'Revoke these rights of the role: docs/production.md, "PostgreSQL".',
      )
    : right(`The role ${role} has the rights that the server needs, and no others.`);
}

function listWords(words: readonly string[]): string {
  return [...words.slice(0, -2), words.slice(-2).join(" and ")].join(", ");
}

function judgeLimits(
  { maxConnections, isEncrypted }: DatabaseFacts,
  { isOwn, isLocal, poolSize }: DatabaseUse,
): Finding[] {
  const needed = poolSize + OTHER_CONNECTIONS;
  const full = wrong(
    `The database accepts ${maxConnections} connections; the station uses up to ${needed}.`,
    "Raise max_connections of the database, or lower DATABASE_POOL.",
  );
  const open = warning(
    "The connection to the database on another machine is not encrypted.",
    "Add sslmode=verify-full to DATABASE_URL.",
  );
  return [
    ...(isOwn && maxConnections < needed ? [full] : []),
    ...(isOwn && !isLocal && !isEncrypted ? [open] : []),
  ];
}
