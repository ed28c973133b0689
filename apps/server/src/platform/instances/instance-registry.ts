import { randomUUID } from "node:crypto";

import { type Clock, Emitter, sleep } from "@linedesk/base";
import type { Db } from "../db/database.ts";
import type { Logger } from "../logger.ts";
import {
  describeConflict,
  InstanceConflictError,
  listDifferentSettings,
} from "./instance-conflict-error.ts";
import {
  deleteDeadInstances,
  deleteInstance,
  type InstanceTelephony,
  LIFE_MS,
  listLivingInstances,
  type LivingInstance,
  lockInstances,
  type OwnInstance,
  renewInstance,
} from "./instance-store.ts";

export interface InstanceRegistryDeps {
  db: Db;
  log: Logger;
  clock: Pick<Clock, "after">;
  own: Pick<OwnInstance, "name" | "version" | "internalUrl" | "secrets">;
}

const RENEW_EVERY_MS = 1_000;
const LOOK_AGAIN_MS = 500;

/**
 * The servers that live on this database. Each renews its row every second; a row without renewal
 * for 4 s is that of a dead server.
 */
export class InstanceRegistry {
  readonly id = randomUUID();
  readonly #deps: InstanceRegistryDeps;
  readonly #dead = new Emitter<[ids: string[]]>();
  #telephony: InstanceTelephony = "unknown";
  #others: LivingInstance[] = [];
  #stopped = false;
  #round: Promise<void> | undefined;
  #cancelRound: () => void = () => undefined;

  constructor(deps: InstanceRegistryDeps) {
    this.#deps = deps;
  }

  /**
   * Registers this server. Throws `InstanceConflictError` when a living one has other secrets. A row
   * of a server that died a moment ago is not living for longer than 4 s.
   */
  async start(): Promise<void> {
    const { clock } = this.#deps;
    let conflict = await registerUnlessDifferent(this.#deps.db, this.#own);
    for (let waitedMs = 0; conflict !== null; waitedMs += LOOK_AGAIN_MS) {
      if (waitedMs > LIFE_MS) {
        throw new InstanceConflictError(describeConflict(conflict.names, conflict.server));
      }
      await sleep(clock, LOOK_AGAIN_MS);
      conflict = await registerUnlessDifferent(this.#deps.db, this.#own);
    }
    this.#others = await this.#listOthers();
    this.#schedule();
  }

  /** The other servers that lived a second ago. */
  get others(): readonly LivingInstance[] {
    return this.#others;
  }

  /** Returns every living server, this one included. */
  living(): Promise<LivingInstance[]> {
    return listLivingInstances(this.#deps.db);
  }

  /**
   * The listener gets the ids of servers that ended or died. It may get an id more than once, and
   * that of this server when the others had declared it dead while it hung.
   */
  onDead(listener: (ids: string[]) => void): () => void {
    return this.#dead.on(listener);
  }

  /** The other servers learn with the next renewal whether this one reaches the telephony service. */
  noteTelephony(telephony: InstanceTelephony): void {
    this.#telephony = telephony;
  }

  async close(): Promise<void> {
    this.#stopped = true;
    this.#cancelRound();
    await this.#round;
    await deleteInstance(this.#deps.db, this.id).catch((err: unknown) => {
      this.#deps.log.warn({ err }, "server registration left to expire");
    });
  }

  get #own(): OwnInstance {
    return { ...this.#deps.own, id: this.id, telephony: this.#telephony };
  }

  #schedule(): void {
    if (this.#stopped) {
      return;
    }
    this.#cancelRound = this.#deps.clock.after(RENEW_EVERY_MS, () => {
      this.#round = this.#renew().finally(() => this.#schedule());
    });
  }

  async #renew(): Promise<void> {
    try {
      const { isNew } = await renewInstance(this.#deps.db, this.#own);
      const deleted = await deleteDeadInstances(this.#deps.db);
      const before = this.#others;
      this.#others = await this.#listOthers();
      const ended = before.map(({ id }) => id).filter((id) => !this.#isOther(id));
      const dead = [...new Set([...deleted, ...ended, ...(isNew ? [this.id] : [])])];
      if (dead.length > 0) {
        this.#deps.log.warn({ servers: dead }, "server registration ended");
        this.#dead.emit(dead);
      }
    } catch (err) {
      this.#deps.log.warn({ err }, "server registration delayed");
    }
  }

  #isOther(id: string): boolean {
    return this.#others.some((other) => other.id === id);
  }

  async #listOthers(): Promise<LivingInstance[]> {
    return (await this.living()).filter(({ id }) => id !== this.id);
  }
}

interface Conflict {
  names: string[];
  /** Names the other server. */
  server: string;
}

/** Of two servers that start at the same time with different secrets, the first one runs. */
function registerUnlessDifferent(db: Db, own: OwnInstance): Promise<Conflict | null> {
  return db.transaction().execute(async (trx) => {
    await lockInstances(trx);
    for (const { name: server, secrets } of await listLivingInstances(trx)) {
      const names = listDifferentSettings(own.secrets, secrets);
      if (names.length > 0) {
        return { names, server };
      }
    }
    await renewInstance(trx, own);
    return null;
  });
}
