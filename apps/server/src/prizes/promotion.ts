import type { Clock } from "@linedesk/base";
import type { PromotionState, WinMark } from "@linedesk/contract";
import { recordAudit, systemActor } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import type { Logger } from "../platform/logger.ts";
import { publish } from "../platform/realtime/publish.ts";
import {
  countWaiting,
  type DueDelivery,
  findDownSince,
  findListener,
  markDelivered,
  postponeDelivery,
  queueDelivery,
  saveDownSince,
  saveListener,
  takeDueDelivery,
} from "./delivery-store.ts";
import { toSentWin } from "./present-win.ts";
import { type PromotionClient, PromotionError } from "./promotion-client.ts";
import type { PromotionSource } from "./promotion-source.ts";
import { findWin } from "./win-store.ts";

export interface PromotionDeps {
  db: Db;
  clock: Pick<Clock, "now">;
  log: Logger;
  source: Pick<PromotionSource, "find">;
}

export const KNOWN_FOR_MS = 60_000;
/** After a failure the system is not queried again for this time, for any seat. */
const REST_MS = 10_000;
/**
 * The lease of a delivery. When the lease of a crashed server ends, another server sends the
 * delivery.
 */
const LEASE_MS = 60_000;
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 3_600_000;
const MOST_A_TURN = 100;

/**
 * The outside promotion system, if there is one. A win that it cannot accept now is stored for
 * later.
 */
export class Promotion {
  readonly #deps: PromotionDeps;
  #askAgainAt = 0;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(deps: PromotionDeps) {
    this.#deps = deps;
  }

  async isOutside(): Promise<boolean> {
    return (await this.#deps.source.find()) !== null;
  }

  async readState(station: string): Promise<PromotionState> {
    const { db, source } = this.#deps;
    if ((await source.find()) === null) {
      return { system: "builtin", state: "up", downSince: null, waiting: 0 };
    }
    const downSince = await findDownSince(db);
    return {
      system: "outside",
      state: downSince === null ? "up" : "down",
      downSince: downSince?.toISOString() ?? null,
      waiting: await countWaiting(db, station),
    };
  }

  /**
   * Returns the system's id of the listener, and a win that the system has recorded. While the
   * system does not answer, it returns the last answer. Returns `null` when nothing is known or no
   * system is set up.
   */
  async askCaller(of: {
    station: string;
    number: string;
  }): Promise<{ listenerId: string | null; hold: WinMark | null } | null> {
    const { db, clock, source } = this.#deps;
    const client = await source.find();
    if (client === null) {
      return null;
    }
    const known = await findListener(db, of);
    const now = clock.now();
    const isFresh = known !== null && known.knownAt.getTime() > now - KNOWN_FOR_MS;
    if (isFresh || now < this.#askAgainAt) {
      return known;
    }
    try {
      const { listenerId, hold = null } = await client.askCaller(of);
      const answer = { listenerId, hold };
      await saveListener(db, of, { ...answer, knownAt: new Date(now) });
      await saveDownSince(db, null);
      return answer;
    } catch (error) {
      await this.#noteFailure(error);
      this.#askAgainAt = now + REST_MS;
      return known;
    }
  }

  /** Runs in the transaction of the win's change; the win is sent after the commit. */
  async queueWin(trx: Trx, of: { win: string; station: string }): Promise<void> {
    if ((await this.#deps.source.find(trx)) !== null) {
      await queueDelivery(trx, { ...of, at: new Date(this.#deps.clock.now()) });
    }
  }

  async deliverDue(): Promise<void> {
    this.#running = this.#running.then(() => this.#deliverAll());
    return this.#running;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #deliverAll(): Promise<void> {
    const { db, clock, log, source } = this.#deps;
    try {
      const client = await source.find();
      if (client === null) {
        return;
      }
      for (let n = 0; n < MOST_A_TURN && !this.#closed; n += 1) {
        const now = clock.now();
        const dates = { now: new Date(now), until: new Date(now + LEASE_MS) };
        const due = await takeDueDelivery(db, dates);
        if (due === null || !(await this.#deliver(client, due))) {
          return;
        }
      }
    } catch (err) {
      log.error({ err }, "promotion sending failed");
    }
  }

  async #deliver(client: PromotionClient, due: DueDelivery): Promise<boolean> {
    const { db, clock } = this.#deps;
    const row = await findWin(db, due.win);
    if (row === null) {
      throw new Error("the win to send does not exist");
    }
    try {
      const listener = await findListener(db, row);
      await client.sendWin(toSentWin(row, listener?.listenerId ?? null));
    } catch (error) {
      const isRefused = await this.#noteFailure(error);
      const wait = Math.min(FIRST_RETRY_MS * 2 ** (due.attempts - 1), LONGEST_RETRY_MS);
      await postponeDelivery(db, due.win, new Date(clock.now() + wait));
      return isRefused;
    }
    await saveDownSince(db, null);
    await db.transaction().execute(async (trx) => {
      const { id: win, version } = row;
      if (await markDelivered(trx, { win, version, at: new Date(clock.now()) })) {
        const { station } = due;
        const [actor, action] = [systemActor, "prize_win.delivered"];
        await recordAudit(trx, { actor, action, station, subject: ["prize_win", win] });
        await publish(trx, station, { type: "prize.changed" });
      }
    });
    return true;
  }

  async #noteFailure(error: unknown): Promise<boolean> {
    if (!(error instanceof PromotionError)) {
      throw error;
    }
    const { db, clock, log } = this.#deps;
    log.warn({ err: error }, "promotion system failed");
    await saveDownSince(db, error.refused ? null : new Date(clock.now()));
    return error.refused;
  }
}
