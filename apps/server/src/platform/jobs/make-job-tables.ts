import PgBoss from "pg-boss";

import { openJobsDatabase } from "./jobs-database.ts";

/**
 * Creates or upgrades the tables of the jobs, with the role that owns the database. The error of a
 * statement is thrown.
 */
export async function makeJobTables(databaseUrl: string): Promise<void> {
  const database = openJobsDatabase({ databaseUrl, log: { warn: () => undefined } });
  const boss = new PgBoss({ db: database, supervise: false, schedule: false });
  try {
    await boss.start();
    await boss.stop({ graceful: false });
  } finally {
    await database.close();
  }
}
