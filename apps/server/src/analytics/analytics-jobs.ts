import type { Db } from "../platform/db/database.ts";
import type { Job } from "../platform/jobs/jobs.ts";
import type { Logger } from "../platform/logger.ts";
import {
  type CountedUnit,
  findCountedMonths,
  findOutdated,
  findWrongDays,
  hasLostCalls,
  markOutdated,
  takeOutdated,
  writeDay,
  writeMonth,
} from "./counted-store.ts";

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
      // The job also runs at start, so that figures do not wait for the next scheduled run.
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
        const days = await markWrongDays(db);
        if (days > 0) {
          log.warn({ days }, "analytics days marked outdated");
        }
      },
    },
  ];
}

const MOST_AT_ONCE = 200;

export async function countAll(db: Db, unit: CountedUnit["unit"]): Promise<void> {
  while ((await countOutdated(db, unit)) === MOST_AT_ONCE) {
    // A full batch means that more units can be outdated. The next iteration counts these.
  }
}

/**
 * Counts each outdated day or month again from its calls, each in its own transaction. A counted
 * day marks its month as outdated.
 */
export async function countOutdated(db: Db, unit: CountedUnit["unit"]): Promise<number> {
  const outdated = await findOutdated(db, { unit, limit: MOST_AT_ONCE });
  for (const one of outdated) {
    await countUnit(db, one);
  }
  return outdated.length;
}

async function countUnit(db: Db, unit: CountedUnit): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await takeOutdated(trx, unit);
    // If calls of the unit were erased, its earlier figures stay, because they include these calls.
    if (await hasLostCalls(trx, unit)) {
      return;
    }
    if (unit.unit === "month") {
      return writeMonth(trx, unit);
    }
    await writeDay(trx, unit);
    await markOutdated(trx, { ...unit, unit: "month", start: `${unit.start.slice(0, 7)}-01` });
  });
}

/**
 * Compares the figures of every day with its calls. Marks the days that differ as outdated, and
 * returns the number of these days.
 */
export async function markWrongDays(db: Db): Promise<number> {
  let found = 0;
  for (const month of await findCountedMonths(db)) {
    for (const day of await findWrongDays(db, month)) {
      await markOutdated(db, day);
      found += 1;
    }
  }
  return found;
}
