import { randomUUID } from "node:crypto";

import { type Clock, Emitter, sleep } from "@linedesk/base";
import type { Db } from "../db/database.ts";
import type { Logger } from "../logger.ts";
import type { DatabaseClock } from "./database-clock.ts";
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
  type Renewal,
  renewInstance,
} from "./instance-store.ts";

export interface InstanceRegistryDeps {
  id?: string;
  /** The server before this one, which has ended; `null` when none is known. */
  previousId?: string | null;
  db: Db;
  log: Logger;
  clock: Pick<Clock, "after">;
  /** Gets a sample of the database's clock with each renewal. */
  databaseClock: Pick<DatabaseClock, "note" | "offsetMs">;
  own: Pick<OwnInstance, "name" | "version" | "internalUrl" | "secrets">;
}

const RENEW_EVERY_MS = 1_000;
const LOOK_AGAIN_MS = 500;
const WARN_OFFSET_MS = 500;
const WARN_EVERY_MS = 60_000;

/**
 * Tracks the servers that use this database. Each server renews its row every second. A row without
 * renewal for 4 s belongs to a dead server.
 */
export class InstanceRegistry {
  readonly id: string;
  readonly #deps: InstanceRegistryDeps;
  readonly #dead = new Emitter<[ids: string[]]>();
  readonly #telephony = new Map<string, InstanceTelephony>();
  /** The server before this one, until the listeners get its id. */
  #ended: string | null;
  #others: LivingInstance[] = [];
  #warnedMs = -Infinity;
  #stopped = false;
  #round: Promise<void> | undefined;
  #cancelRound: () => void = () => undefined;

  constructor(deps: InstanceRegistryDeps) {
    this.#deps = deps;
    this.id = deps.id ?? randomUUID();
    this.#ended = deps.previousId ?? null;
  }

  /**
   * Registers this server. If there is a row with other secrets, waits for one of two events. If
   * the row is renewed, its server lives, and this throws `InstanceConflictError`. If the row
   * expires, this server registers.
   */
  async start(): Promise<void> {
    const { clock, db } = this.#deps;
    if (this.#ended !== null) {
      await deleteInstance(db, this.#ended);
    }
    const first = await this.#register();
    let conflict = first;
    for (let waitedMs = 0; conflict !== null; waitedMs += LOOK_AGAIN_MS) {
      const { names, server } = conflict;
      if (waitedMs > LIFE_MS || conflict.expiresMs !== first?.expiresMs) {
        throw new InstanceConflictError(describeConflict(names, server));
      }
      await sleep(clock, LOOK_AGAIN_MS);
      conflict = await this.#register();
    }
    this.#others = await this.#listOthers();
    this.#schedule();
  }

  /** The other servers that lived a second ago. */
  get others(): readonly LivingInstance[] {
    return this.#others;
  }

  /** Returns every living server, including this one. */
  living(): Promise<LivingInstance[]> {
    return listLivingInstances(this.#deps.db);
  }

  /**
   * The listener gets the ids of servers that ended or died. It may get an id more than once. It
   * gets the id of this server if the other servers declared this server dead while it hung.
   */
  onDead(listener: (ids: string[]) => void): () => void {
    return this.#dead.on(listener);
  }

  /**
   * With the next renewal, the other servers learn whether this server reaches the telephony
   * service.
   */
  noteTelephony(service: string, telephony: InstanceTelephony): void {
    this.#telephony.set(service, telephony);
  }

  async close(): Promise<void> {
    this.#stopped = true;
    this.#cancelRound();
    await this.#round;
    await deleteInstance(this.#deps.db, this.id).catch((err: unknown) => {
      this.#deps.log.warn({ err }, "server registration deletion failed");
    });
  }

  get #own(): OwnInstance {
    const states = [...this.#telephony];
    const reached = states.filter(([, state]) => state === "up").map(([service]) => service);
    const [[, first] = ["", "unknown" as const]] = states;
    const telephony = reached.length > 0 ? "up" : first;
    return { ...this.#deps.own, id: this.id, telephony, reached };
  }

  /**
   * Registers this server, unless another server has different secrets. If two such servers start
   * at the same time, only the first one runs, and the second one gets the conflict.
   */
  #register(): Promise<Conflict | null> {
    const own = this.#own;
    return this.#deps.db.transaction().execute(async (trx) => {
      await lockInstances(trx);
      for (const { name: server, secrets, expiresAt } of await listLivingInstances(trx)) {
        const names = listDifferentSettings(own.secrets, secrets);
        if (names.length > 0) {
          return { names, server, expiresMs: expiresAt.getTime() };
        }
      }
      this.#noteClock(await renewInstance(trx, own));
      return null;
    });
  }

  #noteClock({ clock }: Renewal): void {
    const { databaseClock, log } = this.#deps;
    databaseClock.note(clock);
    const isOff = Math.abs(databaseClock.offsetMs) >= WARN_OFFSET_MS;
    const nowMs = performance.now();
    if (isOff && nowMs - this.#warnedMs >= WARN_EVERY_MS) {
      this.#warnedMs = nowMs;
      log.warn(
        { offsetMs: Math.round(databaseClock.offsetMs) },
        "server clock differs from database",
      );
    }
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
      const renewal = await renewInstance(this.#deps.db, this.#own);
      this.#noteClock(renewal);
      const deleted = await deleteDeadInstances(this.#deps.db);
      const before = this.#others;
      this.#others = await this.#listOthers();
      const ended = before.map(({ id }) => id).filter((id) => !this.#isOther(id));
      const own = renewal.isNew ? [this.id] : [];
      const previous = this.#ended === null ? [] : [this.#ended];
      this.#ended = null;
      const dead = [...new Set([...deleted, ...ended, ...own, ...previous])];
      if (dead.length > 0) {
        this.#deps.log.warn({ servers: dead }, "server registration ended");
        this.#dead.emit(dead);
      }
    } catch (err) {
      this.#deps.log.warn({ err }, "server registration renewal failed");
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
  expiresMs: number;
}
