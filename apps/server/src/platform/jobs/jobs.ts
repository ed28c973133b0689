import { setTimeout as wait } from "node:timers/promises";

import PgBoss from "pg-boss";

import type { Logger } from "../logger.ts";
import { type JobsDatabase, openJobsDatabase } from "./jobs-database.ts";

export interface Job {
  /** The name has letters and hyphens, and is also the name of the queue. */
  name: string;
  /** The schedule: minute, hour, day, month, weekday, in UTC. */
  cron: string;
  isDueAtStart?: true;
  run(): Promise<void>;
}

export interface JobsOptions {
  databaseUrl: string;
  jobs: readonly Job[];
  log: Pick<Logger, "warn" | "debug">;
  /** The interval at which a server polls for work; half a minute by default. */
  pollSeconds?: number;
  /** The delay before the next attempt to start; 5 s by default. */
  retryMs?: number;
}

const RETRY_MS = 5_000;
const STOP_TIMEOUT_MS = 5_000;
const POLL_SECONDS = 30;
/** The interval at which the library moves due runs to their queues, which are polled after it. */
const MOVE_SECONDS = 15;

/**
 * Background work that is stored in the database, so that only one of several servers executes each
 * run.
 */
export class Jobs {
  readonly #options: JobsOptions;
  readonly #database: JobsDatabase;
  #boss: PgBoss;
  readonly #stopping = new AbortController();
  #starting: Promise<void> | undefined;

  constructor(options: JobsOptions) {
    this.#options = options;
    this.#database = openJobsDatabase(options);
    this.#boss = this.#createBoss();
  }

  start(): void {
    this.#starting ??= this.#start();
  }

  async ready(): Promise<void> {
    await this.#starting;
  }

  async runSoon(name: string): Promise<void> {
    await this.ready();
    await this.#boss.send(name, {});
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#starting;
    await this.#boss.stop({ graceful: true, wait: true, timeout: STOP_TIMEOUT_MS });
    await this.#database.close();
  }

  #createBoss(): PgBoss {
    const boss = new PgBoss({ db: this.#database, cronWorkerIntervalSeconds: MOVE_SECONDS });
    boss.on("error", (err) => this.#options.log.warn({ err }, "job queue failed"));
    return boss;
  }

  async #start(): Promise<void> {
    const { log, jobs, retryMs = RETRY_MS } = this.#options;
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#boss.start();
        for (const job of jobs) {
          await this.#registerJob(job);
        }
        return;
      } catch (err) {
        log.warn({ err, retryMs }, "job queue start failed");
        await this.#replaceBoss();
        await wait(retryMs, undefined, { signal: this.#stopping.signal }).catch(() => {
          // The stop ends both the wait and the loop.
        });
      }
    }
  }

  /**
   * Creates a new instance, because after a failed start pg-boss considers itself started and never
   * creates its tables.
   */
  async #replaceBoss(): Promise<void> {
    const failed = this.#boss;
    this.#boss = this.#createBoss();
    await failed.stop({ graceful: false }).catch((err: unknown) => {
      this.#options.log.debug({ err }, "job queue stop failed");
    });
  }

  async #registerJob(job: Job): Promise<void> {
    const { name } = job;
    const pollingIntervalSeconds = this.#options.pollSeconds ?? POLL_SECONDS;
    // At most one run waits while one runs, so missed runs are not repeated.
    await this.#boss.createQueue(name, { name, policy: "stately", retryLimit: 2 });
    if (job.isDueAtStart === true) {
      await this.#boss.send(name, {});
    }
    await this.#boss.work(name, { pollingIntervalSeconds }, async () => {
      await job.run();
      this.#options.log.debug({ job: name }, "job completed");
    });
    await this.#boss.schedule(name, job.cron);
  }
}

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
