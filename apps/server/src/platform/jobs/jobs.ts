import { setTimeout as wait } from "node:timers/promises";

import PgBoss from "pg-boss";

import type { Logger } from "../logger.ts";

export interface Job {
  /** Letters and hyphens; also the name of its queue. */
  name: string;
  /** When it runs: minute, hour, day, month, weekday, in UTC. */
  cron: string;
  /** It also runs as soon as a server attends to it. */
  isDueAtStart?: true;
  run(): Promise<void>;
}

export interface JobsOptions {
  databaseUrl: string;
  jobs: readonly Job[];
  log: Logger;
  /** How often a server looks for work; half a minute unless given. */
  pollSeconds?: number;
}

const POOL_SIZE = 2;
const RETRY_MS = 5_000;
const STOP_TIMEOUT_MS = 5_000;
const POLL_SECONDS = 30;

/**
 * Work in the background, kept in the database: each turn is done once, whichever server does it
 * [DA8].
 */
export class Jobs {
  readonly #options: JobsOptions;
  readonly #boss: PgBoss;
  readonly #stopping = new AbortController();
  #starting: Promise<void> | undefined;

  constructor(options: JobsOptions) {
    this.#options = options;
    this.#boss = new PgBoss({
      connectionString: options.databaseUrl,
      max: POOL_SIZE,
      application_name: "linedesk-jobs",
    });
    this.#boss.on("error", (err) => options.log.warn({ err }, "background work is disturbed"));
  }

  /** Begins when the database lets it; the station runs meanwhile. */
  start(): void {
    this.#starting ??= this.#start();
  }

  /** Resolves when the work is attended to. */
  async ready(): Promise<void> {
    await this.#starting;
  }

  /** Asks for a turn now, beside those of the clock. */
  async runSoon(name: string): Promise<void> {
    await this.ready();
    await this.#boss.send(name, {});
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#starting;
    await this.#boss.stop({ graceful: true, wait: true, timeout: STOP_TIMEOUT_MS });
  }

  async #start(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#boss.start();
        for (const job of this.#options.jobs) {
          await this.#registerJob(job);
        }
        return;
      } catch (err) {
        this.#options.log.warn({ err, retryMs: RETRY_MS }, "background work could not begin");
        await wait(RETRY_MS, undefined, { signal: this.#stopping.signal }).catch(() => {
          // Stopped while waiting: the loop ends.
        });
      }
    }
  }

  async #registerJob(job: Job): Promise<void> {
    const { name } = job;
    const pollingIntervalSeconds = this.#options.pollSeconds ?? POLL_SECONDS;
    // At most one turn waits and one runs: a turn that was missed is not made up for.
    await this.#boss.createQueue(name, { name, policy: "stately", retryLimit: 2 });
    if (job.isDueAtStart === true) {
      await this.#boss.send(name, {});
    }
    await this.#boss.work(name, { pollingIntervalSeconds }, async () => {
      await job.run();
      this.#options.log.debug({ job: name }, "background work done");
    });
    await this.#boss.schedule(name, job.cron);
  }
}
