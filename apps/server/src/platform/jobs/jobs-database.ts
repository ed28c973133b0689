import pg from "pg";
import type PgBoss from "pg-boss";

import type { Logger } from "../logger.ts";

export interface JobsDatabase extends PgBoss.Db {
  close(): Promise<void>;
}

interface JobsDatabaseOptions {
  databaseUrl: string;
  log: Pick<Logger, "warn">;
}

const POOL_SIZE = 2;
const CONNECT_TIMEOUT_MS = 5_000;
/** pg-boss statements that complete and fail jobs return the number of changed jobs. */
const countsJobs = /SELECT COUNT\(\*\) FROM \w+\s*$/;

/**
 * The database for pg-boss 10. Its workers do not await the statement that completes or fails a
 * job, so an error of this statement would end the process. This database logs the error instead,
 * and the job runs again after its time limit.
 */
export function openJobsDatabase({ databaseUrl, log }: JobsDatabaseOptions): JobsDatabase {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "linedesk-jobs",
  });
  pool.on("error", (err) => log.warn({ err }, "job queue failed"));
  return {
    async executeSql(text, values) {
      try {
        return await pool.query(text, values);
      } catch (err) {
        if (!countsJobs.test(text)) {
          throw err;
        }
        log.warn({ err }, "job result save failed");
        return { rows: [{ count: 0 }] };
      }
    },
    close: () => pool.end(),
  };
}
