import type { Db } from "../platform/db/database.ts";
import type { Job } from "../platform/jobs/jobs.ts";
import type { Logger } from "../platform/logger.ts";
import { checkFigures, countAll } from "./count-touched.ts";

export function createAnalyticsJobs({ db, log }: { db: Db; log: Logger }): Job[] {
  return [
    {
      name: "analytics-days",
      cron: "* * * * *",
      run: () => countAll(db, "day"),
    },
    {
      name: "analytics-months",
      cron: "41 * * * *",
      // Whoever looks at figures after a start does not wait for the clock.
      isDueAtStart: true,
      run: async () => {
        await countAll(db, "day");
        await countAll(db, "month");
      },
    },
    {
      name: "analytics-check",
      cron: "23 17 * * *",
      run: async () => {
        const days = await checkFigures(db);
        if (days > 0) {
          log.warn({ days }, "figures differed from their calls and are counted anew");
        }
      },
    },
  ];
}
