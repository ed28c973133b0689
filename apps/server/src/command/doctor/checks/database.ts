import { isLoopback } from "../../../config/is-loopback.ts";
import { openDatabase } from "../../../platform/db/database.ts";
import type { Check } from "../context/check.ts";
import { type Finding, leftOut, right, warning, wrong } from "../context/finding.ts";
import { type DatabaseFacts, readDatabaseFacts } from "../probes/database-facts-store.ts";
import { describeFailure, readCode } from "../probes/describe-failure.ts";

const OLDEST = 15;
const NEWEST = 18;
/** Beside the pool, the server uses connections for the outbox and the jobs. */
const OTHER_CONNECTIONS = 15;

/** The version of PostgreSQL and the rights of the station's role. */
export const database: Check = {
  name: "database",
  timeoutMs: 8_000,
  lateAdvice: "Look at the load and the locks of the database.",
  async run({ databaseUrl: url, config }) {
    if (url === null) {
      return [leftOut("The embedded database runs only while the station runs.")];
    }
    const db = openDatabase({ url, poolSize: 1, onError: () => undefined });
    try {
      const facts = await readDatabaseFacts(db);
      return judgeDatabase(facts, {
        isOwn: config.database.url !== null,
        isLocal: isLoopback(new URL(url).hostname) || new URL(url).hostname === "",
        poolSize: config.database.poolSize,
      });
    } catch (error) {
      return [describeRefusal(error)];
    } finally {
      await db.destroy();
    }
  },
};

interface DatabaseUse {
  /** True for a PostgreSQL of one's own, false for the embedded one. */
  isOwn: boolean;
  isLocal: boolean;
  poolSize: number;
}

export function judgeDatabase(facts: DatabaseFacts, use: DatabaseUse): Finding[] {
  return [judgeVersion(facts), judgeRights(facts, use), ...judgeLimits(facts, use)];
}

function judgeVersion({ majorVersion, version, encoding }: DatabaseFacts): Finding {
  if (majorVersion < OLDEST) {
    return wrong(
      `PostgreSQL ${version} is too old.`,
      `Upgrade it to a version from ${OLDEST} to ${NEWEST}.`,
    );
  }
  if (encoding !== "UTF8") {
    return wrong(
      `The database has the encoding ${encoding}.`,
      "Create it anew with: createdb --encoding=UTF8 --template=template0",
    );
  }
  return majorVersion > NEWEST
    ? warning(
        `PostgreSQL ${version} is newer than the tested versions ${OLDEST} to ${NEWEST}.`,
        "Look for a newer Linedesk.",
      )
    : right(`PostgreSQL ${version} answers.`);
}

function judgeRights(facts: DatabaseFacts, { isOwn }: DatabaseUse): Finding {
  const { unreadable, mayCreate, tables, isSuperuser } = facts;
  const [first] = unreadable;
  if (first !== undefined) {
    return wrong(
      `The role may not read ${unreadable.length} of ${tables} tables, such as ${first}.`,
      "Let the role of DATABASE_URL own the tables, or grant it the rights on them.",
    );
  }
  if (tables === 0 && !mayCreate) {
    return wrong(
      "The database is empty, and the role may not create tables in it.",
      "Let the role of DATABASE_URL own the database.",
    );
  }
  return isSuperuser && isOwn
    ? warning(
        "The role of DATABASE_URL is a superuser, which may do more than the station needs.",
        "Use a role without SUPERUSER that owns the database.",
      )
    : right("The role has the rights that the station needs.");
}

function judgeLimits(
  { maxConnections, isEncrypted }: DatabaseFacts,
  { isOwn, isLocal, poolSize }: DatabaseUse,
): Finding[] {
  const needed = poolSize + OTHER_CONNECTIONS;
  const full = wrong(
    `The database takes ${maxConnections} connections; the station uses up to ${needed}.`,
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

/** The refusals of PostgreSQL (appendix A), in words. */
const refusals: Record<string, [text: string, advice: string]> = {
  "28P01": ["refuses the password", "Correct the password in DATABASE_URL."],
  "28000": [
    "refuses the role or this machine",
    "Create the role of DATABASE_URL, and allow this machine in pg_hba.conf.",
  ],
  "3D000": [
    "does not contain the database of DATABASE_URL",
    "Create it with createdb, or correct its name in DATABASE_URL.",
  ],
  "53300": [
    "has no free connection",
    "Raise max_connections of the database, or end other programs that use it.",
  ],
  "57P03": ["is just starting", "Try again in a moment."],
  "42501": ["refuses a right to the role", "Let the role of DATABASE_URL own the database."],
};

function describeRefusal(error: unknown): Finding {
  const known = refusals[readCode(error)];
  if (known !== undefined) {
    return wrong(`The database ${known[0]}.`, known[1]);
  }
  const { text, advice } = describeFailure(error);
  return wrong(
    `The database does not answer: ${text}.`,
    advice ?? "Start PostgreSQL, or correct the host and the port in DATABASE_URL.",
  );
}
