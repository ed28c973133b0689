import type {
  ClusterChannel,
  ClusterJoin,
  ClusterListener,
  ClusterMember,
  ClusterMessage,
  HubCluster,
  JoinAnswer,
} from "@linedesk/hub";
import { type Db, openDatabase } from "../../db/database.ts";
import type { Logger } from "../../logger.ts";
import { decodeBody, decodeNotice, type HubNotice } from "./hub-notice.ts";
import {
  findChannel,
  findMessage,
  joinMember,
  listAbandonedInstances,
  listChannels,
  listMembers,
  pruneMessages,
  removeInstances,
} from "./hub-store.ts";
import { HubAwayError, HubWire } from "./hub-wire.ts";
import { SubscriptionWriter } from "./subscription-writer.ts";

export interface PostgresHubClusterOptions {
  databaseUrl: string;
  instances: {
    readonly id: string;
    onDead(listener: (ids: string[]) => void): () => void;
  };
  log: Logger;
}

/** The cluster has a pool of its own, so that it does not wait for the server's queries. */
const POOL_SIZE = 2;
const MESSAGE_LIFE_MS = 60_000;
/**
 * The interval at which the cluster deletes old long messages and the members of servers that ended
 * unnoticed.
 */
const CLEAN_UP_EVERY_MS = 20_000;
const MAX_INCOMING = 10_000;
const SYNC_TIMEOUT_MS = 3_000;
const READY_TIMEOUT_MS = 5_000;

/** Connects the hubs of all servers through PostgreSQL only. */
export class PostgresHubCluster implements HubCluster {
  readonly #options: PostgresHubClusterOptions;
  readonly #db: Db;
  readonly #wire: HubWire;
  readonly #writer: SubscriptionWriter;
  readonly #connected: Promise<void>;
  #noteConnected: () => void = () => undefined;
  readonly #syncs = new Map<number, () => void>();
  readonly #incoming: HubNotice[] = [];
  readonly #stopWatching: () => void;
  #isReading = false;
  #arrived = 0;
  #listener: ClusterListener | null = null;
  #cleanUps: NodeJS.Timeout | undefined;

  constructor(options: PostgresHubClusterOptions) {
    const { databaseUrl: url, instances, log } = options;
    this.#options = options;
    this.#connected = new Promise((resolve) => (this.#noteConnected = resolve));
    this.#db = openDatabase({
      url,
      poolSize: POOL_SIZE,
      isForgetful: true,
      onError: (err) => log.warn({ err }, "realtime database connection lost"),
    });
    this.#writer = new SubscriptionWriter({ db: this.#db, instanceId: instances.id, log });
    this.#wire = new HubWire({
      databaseUrl: url,
      instanceId: instances.id,
      log,
      onNotice: (payload) => this.#receive(payload),
      onConnected: () => this.#handleConnected(),
    });
    this.#stopWatching = instances.onDead((ids) => void this.#removeDead(ids));
  }

  start(listener: ClusterListener): void {
    this.#listener = listener;
    this.#wire.start();
    // An earlier server of this machine may have crashed and left its members.
    void this.#cleanUp();
    this.#cleanUps = setInterval(() => void this.#cleanUp(), CLEAN_UP_EVERY_MS).unref();
  }

  /** Resolves when the hubs are connected, or when the database does not answer in time. */
  async ready(): Promise<void> {
    const timeout = setTimeout(this.#noteConnected, READY_TIMEOUT_MS);
    await this.#connected;
    clearTimeout(timeout);
  }

  async publish(message: ClusterMessage): Promise<void> {
    await this.#wire.publish(message);
  }

  async sync(): Promise<void> {
    const number = await this.#wire.publish(null);
    if (number <= this.#arrived) {
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timeout = setTimeout(() => {
        this.#syncs.delete(number);
        reject(new HubAwayError("The messages of the other hubs are late"));
      }, SYNC_TIMEOUT_MS);
      this.#syncs.set(number, () => {
        clearTimeout(timeout);
        resolve();
      });
    });
  }

  async join(request: ClusterJoin): Promise<JoinAnswer> {
    if (!this.#wire.isConnected) {
      throw new HubAwayError("The hubs of the other servers cannot be reached");
    }
    const joined = await joinMember(this.#db, this.#options.instances.id, request);
    const { ticket, position, members } = joined;
    return ticket === null
      ? { status: "presence_full" }
      : { status: "joined", ticket, position, members };
  }

  leave(channel: string, ticket: number): void {
    this.#writer.leave(channel, ticket);
  }

  noteSubscribers(channel: string, subscribers: number): void {
    this.#writer.noteSubscribers(channel, subscribers);
  }

  async listChannels(prefix: string): Promise<readonly ClusterChannel[]> {
    await this.#writer.flush();
    return listChannels(this.#db, prefix);
  }

  async findChannel(name: string): Promise<ClusterChannel | null> {
    await this.#writer.flush();
    return findChannel(this.#db, name);
  }

  async listMembers(channel: string): Promise<readonly ClusterMember[]> {
    await this.#writer.flush();
    return listMembers(this.#db, channel);
  }

  /**
   * Removes the rows of this server from the tables. The hub of this server must be closed before.
   */
  async close(): Promise<void> {
    this.#stopWatching();
    clearInterval(this.#cleanUps);
    this.#noteConnected();
    await this.#writer.close();
    await this.#removeDead([this.#options.instances.id]);
    await this.#wire.close();
    await this.#db.destroy();
  }

  #handleConnected(): void {
    this.#noteConnected();
    this.#listener?.handleLost();
    this.#writer.repeat();
  }

  #receive(payload: string): void {
    try {
      this.#incoming.push(decodeNotice(payload));
    } catch (err) {
      this.#options.log.error({ err }, "realtime message refused");
      return;
    }
    if (this.#incoming.length > MAX_INCOMING) {
      this.#incoming.length = 0;
      this.#options.log.error({ limit: MAX_INCOMING }, "realtime messages dropped");
      this.#listener?.handleLost();
    }
    void this.#read();
  }

  /** Delivers messages in their order. It waits while a query reads the text of a long message. */
  async #read(): Promise<void> {
    if (this.#isReading) {
      return;
    }
    this.#isReading = true;
    for (let notice = this.#incoming.shift(); notice; notice = this.#incoming.shift()) {
      const message = notice.row === undefined ? notice.message : await this.#findLong(notice);
      this.#deliver(notice, message ?? null);
    }
    this.#isReading = false;
  }

  async #findLong({ from, row = "" }: HubNotice): Promise<ClusterMessage | null> {
    if (from === this.#options.instances.id) {
      return null;
    }
    try {
      const body = await findMessage(this.#db, row);
      return body === null ? null : decodeBody(body);
    } catch (err) {
      this.#options.log.error({ err }, "realtime message lost");
      this.#listener?.handleLost();
      return null;
    }
  }

  #deliver({ from, number }: HubNotice, message: ClusterMessage | null): void {
    if (from !== this.#options.instances.id) {
      if (message !== null) {
        this.#listener?.handleMessage(message);
      }
      return;
    }
    this.#arrived = number ?? this.#arrived;
    for (const [waited, resolve] of this.#syncs) {
      if (waited <= this.#arrived) {
        this.#syncs.delete(waited);
        resolve();
      }
    }
  }

  /**
   * Removes the members of dead servers. If another server has declared this server dead, the
   * sockets of this server are no longer members.
   */
  async #removeDead(ids: readonly string[]): Promise<void> {
    const { log, instances } = this.#options;
    try {
      const subscriptions = await removeInstances(this.#db, ids);
      if (subscriptions > 0) {
        log.info({ servers: ids, subscriptions }, "realtime members removed");
      }
    } catch (err) {
      log.warn({ err, servers: ids }, "realtime members removal failed");
    }
    if (ids.includes(instances.id)) {
      this.#listener?.handleLost();
      this.#writer.repeat();
    }
  }

  async #cleanUp(): Promise<void> {
    const { log, instances } = this.#options;
    try {
      await pruneMessages(this.#db, MESSAGE_LIFE_MS);
      const abandoned = await listAbandonedInstances(this.#db);
      const others = abandoned.filter((id) => id !== instances.id);
      if (others.length > 0) {
        await this.#removeDead(others);
      }
    } catch (err) {
      log.warn({ err }, "realtime tables cleanup failed");
    }
  }
}
