import { type Clock, systemClock } from "@linedesk/base";
import type { Db } from "../db/database.ts";
import { deleteLease, LIFE_MS, takeLease } from "./instance-store.ts";

export interface LeaderLeaseOptions {
  db: Db;
  instanceId: string;
  /** Names what the leader does alone: `relay` or `telephony`. */
  name: string;
  clock?: Pick<Clock, "elapsedMs">;
}

/**
 * One of several servers leads. The leader renews the lease each second. When the leader hangs,
 * another server acquires the lease 4 s after the last renewal, by the database's clock.
 */
export class LeaderLease {
  readonly #options: LeaderLeaseOptions;
  readonly #clock: Pick<Clock, "elapsedMs">;
  #heldUntilMs = -Infinity;

  constructor(options: LeaderLeaseOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /**
   * Is true while no other server can lead. On a server whose process was stopped for longer than
   * the lease, this is false when the process continues.
   */
  get isHeld(): boolean {
    return this.#clock.elapsedMs() < this.#heldUntilMs;
  }

  /** Takes or renews the lease. Returns true when this server leads for the next 4 s. */
  async acquire(): Promise<boolean> {
    const { db, instanceId: holder, name } = this.#options;
    // The database cannot have begun to count the lease earlier than this.
    const startedMs = this.#clock.elapsedMs();
    const isTaken = await takeLease(db, { name, holder });
    this.#heldUntilMs = isTaken ? startedMs + LIFE_MS : -Infinity;
    return this.isHeld;
  }

  /** Releases the lease, so that another server need not wait until it lapses. */
  async release(): Promise<void> {
    const { db, instanceId: holder, name } = this.#options;
    this.#heldUntilMs = -Infinity;
    await deleteLease(db, { name, holder });
  }
}
