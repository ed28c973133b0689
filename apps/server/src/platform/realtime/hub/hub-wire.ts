import { setTimeout as wait } from "node:timers/promises";

import pg from "pg";

import { backgroundClock, TokenBucket } from "@linedesk/base";
import type { ClusterMessage } from "@linedesk/hub";
import type { Logger } from "../../logger.ts";
import { encodeNotice, type EncodedNotice } from "./hub-notice.ts";
import { LISTEN_SQL, PUBLISH_SQL } from "./hub-store.ts";

export interface HubWireOptions {
  databaseUrl: string;
  instanceId: string;
  log: Logger;
  onNotice: (payload: string) => void;
  /** Is called when a new connection listens. Messages that were published before are missing. */
  onConnected: () => void;
}

interface Waiting extends EncodedNotice {
  resolve: () => void;
  reject: (error: Error) => void;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** After this time, a query fails on a connection that broke silently. */
const QUERY_TIMEOUT_MS = 3_000;
const BEAT_MS = 5_000;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;
const MAX_WAITING = 2_000;
const MAX_BATCH = 100;
const RATE = { perSecond: 1_000, burst: 2_000 };

/** The other hubs cannot be reached, or this one publishes too much. */
export class HubAwayError extends Error {
  override name = "HubAwayError";
  readonly code = "hub_away";
}

/**
 * The one connection by which this server publishes to the other hubs and listens to them. Messages
 * that arrive while a statement runs share the next statement.
 */
export class HubWire {
  readonly #options: HubWireOptions;
  readonly #stop = new AbortController();
  readonly #rate = new TokenBucket(backgroundClock, RATE);
  #waiting: Waiting[] = [];
  #client: pg.Client | null = null;
  #isSending = false;
  #number = 0;
  #done: Promise<void> | undefined;

  constructor(options: HubWireOptions) {
    this.#options = options;
  }

  get isConnected(): boolean {
    return this.#client !== null;
  }

  start(): void {
    this.#done ??= this.#run();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#dropWaiting();
    await this.#done;
  }

  /** Resolves with the number of the notice when the database has it. */
  async publish(message: ClusterMessage | null): Promise<number> {
    if (this.#client === null || this.#waiting.length >= MAX_WAITING || !this.#rate.take()) {
      throw new HubAwayError("The message cannot be sent to the hubs of the other servers now");
    }
    this.#number += 1;
    const number = this.#number;
    const encoded = encodeNotice({ from: this.#options.instanceId, number }, message);
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ ...encoded, resolve, reject });
      void this.#send();
    });
    return number;
  }

  async #run(): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    while (!this.#stop.signal.aborted) {
      try {
        await this.#withClient(() => (retryMs = FIRST_RETRY_MS));
      } catch (err) {
        this.#options.log.warn({ err, retryMs }, "realtime hubs disconnected");
        await wait(retryMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
      }
    }
  }

  async #withClient(onListening: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.databaseUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: BEAT_MS,
      application_name: "linedesk-hub",
      // A notification stores no data, so nothing is lost when its commit does not wait for the
      // disk.
      options: "-c synchronous_commit=off",
    });
    const broken = new AbortController();
    client.on("error", () => broken.abort());
    client.on("end", () => broken.abort());
    client.on("notification", ({ payload = "" }) => this.#options.onNotice(payload));
    try {
      await client.connect();
      await client.query(LISTEN_SQL);
      this.#client = client;
      onListening();
      this.#options.onConnected();
      await this.#beat(client, AbortSignal.any([broken.signal, this.#stop.signal]));
    } finally {
      this.#client = null;
      this.#dropWaiting();
      await client.end().catch(() => {
        // The connection broke earlier, so there is nothing to close.
      });
    }
  }

  /** Ends with the server, and throws when the connection is broken. */
  async #beat(client: pg.Client, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await wait(BEAT_MS, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) {
        await client.query("select 1");
      }
    }
    if (!this.#stop.signal.aborted) {
      throw new HubAwayError("The connection of the hubs broke");
    }
  }

  async #send(): Promise<void> {
    if (this.#isSending) {
      return;
    }
    this.#isSending = true;
    while (this.#client !== null && this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_BATCH);
      await sendBatch(this.#client, batch);
    }
    this.#isSending = false;
  }

  #dropWaiting(): void {
    for (const { reject } of this.#waiting.splice(0)) {
      reject(new HubAwayError("The connection of the hubs broke"));
    }
  }
}

/** Settles every message of the batch, and never throws. */
async function sendBatch(client: pg.Client, batch: readonly Waiting[]): Promise<void> {
  const stored = batch.flatMap((one) => (one.stored === null ? [] : [one.stored]));
  const values = [
    stored.map(({ id }) => id),
    stored.map(({ body }) => body),
    batch.map(({ notice }) => notice),
  ];
  try {
    await client.query({ name: "publish", text: PUBLISH_SQL, values });
    for (const { resolve } of batch) {
      resolve();
    }
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error));
    for (const { reject } of batch) {
      reject(cause);
    }
  }
}
