import pg from "pg";

import type { Clock } from "@linedesk/base";
import type { Beat, Heartbeat } from "../heartbeat/heartbeat.ts";

const ASK_EVERY_MS = 1_000;
/**
 * On a busy machine a connection takes seconds. The timeout may be longer than the interval,
 * because each query begins after the end of the previous query.
 */
const ASK_TIMEOUT_MS = 10_000;

/** Queries the database regularly. Each query that it answers counts as a heartbeat. */
export class DatabaseHeartbeat implements Heartbeat {
  readonly #url: string;
  readonly #clock: Pick<Clock, "after">;
  #beats = 1;
  #isOpen = true;
  #cancel: () => void;

  constructor(url: string, clock: Pick<Clock, "after">) {
    this.#url = url;
    this.#clock = clock;
    this.#cancel = this.#askLater();
  }

  get newest(): Beat {
    return { beats: this.#beats, delayMs: 0, facts: { calls: 0, media: null } };
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  takeStack(): Promise<null> {
    return Promise.resolve(null);
  }

  close(): void {
    this.#isOpen = false;
    this.#cancel();
  }

  #askLater(): () => void {
    return this.#clock.after(ASK_EVERY_MS, () => void this.#ask());
  }

  async #ask(): Promise<void> {
    this.#beats += (await answersPostgres(this.#url)) ? 1 : 0;
    if (this.#isOpen) {
      this.#cancel = this.#askLater();
    }
  }
}

/** A refusal by PostgreSQL counts as an answer, for example during recovery. */
async function answersPostgres(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ASK_TIMEOUT_MS,
    query_timeout: ASK_TIMEOUT_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    // A hung server does not answer the request to end the connection either.
    void client.end().catch(() => undefined);
  }
}
