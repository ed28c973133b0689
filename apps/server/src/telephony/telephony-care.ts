import { lapseExpiredClaims } from "../calls/claims/claims.ts";
import type { DeskDeps } from "../calls/desk-deps.ts";
import { forgetOldCalls } from "../calls/forget-calls.ts";
import { reconcileCalls } from "../calls/repair/repair.ts";
import { ensurePartitions } from "../platform/db/partition-store.ts";
import { publish } from "../platform/realtime/outbox.ts";
import { takeTurn } from "./care-turn-store.ts";
import { Provision } from "./provision.ts";
import { knownQueueSids } from "./station-queue.ts";
import { listQueues, noteTelephony } from "./telephony-store.ts";
import { TelephonyError, TelephonyUnreachableError } from "./telephony.ts";

/** Unreachable for longer counts as down; consoles are told within 15 s [CN12]. */
const DOWN_AFTER_MS = 5_000;
/** [CA21] */
const RECONCILE_EVERY_MS = 30_000;
/** Calls that changed just before a restart are too young for the first comparison after it. */
const SETTLE_AFTER_MS = 3_000;
const HOUSEKEEPING_EVERY_MS = 3_600_000;

export interface CareDeps extends DeskDeps {
  appSid: string | null;
  /** How often the telephony service is asked whether it is there. */
  lookEveryMs: number;
}

/**
 * Looks after what the telephony service and we must agree on: whether it is there, what we made
 * there, live calls, and claims whose time is over. `tick` is called every second.
 */
export class TelephonyCare {
  readonly #deps: CareDeps;
  readonly #provision: Provision;
  #ticking: Promise<void> | undefined;
  #sweeping: Promise<void> | undefined;
  #lastAnswerMs: number;
  #nextLookMs = 0;
  #nextReconcileMs = 0;
  /** When the service, just begun with, is compared once more; null when that is done. */
  #settleAtMs: number | null = null;
  #nextHousekeepingMs = 0;
  /** Null until it answered and has all that we need; then one of our queues there. */
  #queueSid: string | null = null;
  #stopped = false;

  constructor(deps: CareDeps) {
    this.#deps = deps;
    this.#provision = new Provision(deps);
    this.#lastAnswerMs = deps.clock.now().getTime();
  }

  /** Whether the service answered and has all that we need. */
  get isReady(): boolean {
    return this.#queueSid !== null;
  }

  /** One round; a round that still runs is not overtaken. */
  async tick(): Promise<void> {
    if (this.#stopped) {
      return;
    }
    this.#sweeping ??= this.#sweep().finally(() => (this.#sweeping = undefined));
    this.#ticking ??= this.#look().finally(() => (this.#ticking = undefined));
    await Promise.all([this.#sweeping, this.#ticking]);
  }

  /** Resolves when the round that runs is over. */
  async close(): Promise<void> {
    this.#stopped = true;
    await Promise.all([this.#sweeping, this.#ticking]);
  }

  async #sweep(): Promise<void> {
    try {
      await lapseExpiredClaims(this.#deps);
      await this.#keepHouse();
    } catch (err) {
      this.#deps.log.error({ err }, "claims could not be swept");
    }
  }

  async #look(): Promise<void> {
    const nowMs = this.#deps.clock.now().getTime();
    if (nowMs < this.#nextLookMs) {
      return;
    }
    this.#nextLookMs = nowMs + this.#deps.lookEveryMs;
    try {
      await this.#lookOnce();
    } catch (err) {
      if (err instanceof TelephonyUnreachableError) {
        await this.#handleSilence();
      } else if (err instanceof TelephonyError) {
        this.#deps.log.error({ err }, "telephony service refuses what we need");
      } else {
        this.#deps.log.error({ err }, "telephony service could not be looked after");
      }
    }
  }

  async #lookOnce(): Promise<void> {
    const { telephony, db, clock } = this.#deps;
    if (this.#queueSid !== null && !(await telephony.knowsQueue(this.#queueSid))) {
      // It was started anew between two looks: its calls are gone, and the seats are told.
      this.#queueSid = null;
      await this.#note("down");
    }
    if (this.#queueSid === null) {
      return this.#begin();
    }
    this.#lastAnswerMs = clock.now().getTime();
    await this.#settle();
    if (clock.now().getTime() < this.#nextReconcileMs) {
      return;
    }
    this.#nextReconcileMs = clock.now().getTime() + RECONCILE_EVERY_MS;
    const turn = { name: "reconcile", everyMs: RECONCILE_EVERY_MS, now: clock.now() };
    if (!(await takeTurn(db, turn))) {
      return;
    }
    await this.#provision.makeNew();
    await reconcileCalls(this.#deps);
  }

  async #begin(): Promise<void> {
    await this.#provision.makeAll();
    await reconcileCalls(this.#deps);
    await this.#note("up");
    this.#lastAnswerMs = this.#deps.clock.now().getTime();
    this.#settleAtMs = this.#lastAnswerMs + SETTLE_AFTER_MS;
    this.#queueSid = (await knownQueueSids(this.#deps.db))[0] ?? null;
  }

  async #settle(): Promise<void> {
    if (this.#settleAtMs === null || this.#lastAnswerMs < this.#settleAtMs) {
      return;
    }
    this.#settleAtMs = null;
    await reconcileCalls(this.#deps);
  }

  async #handleSilence(): Promise<void> {
    const silentMs = this.#deps.clock.now().getTime() - this.#lastAnswerMs;
    // What it lost meanwhile is looked at as soon as it answers.
    this.#queueSid = null;
    try {
      if (silentMs > DOWN_AFTER_MS) {
        await this.#note("down");
      }
    } catch (err) {
      this.#deps.log.error({ err }, "the stations could not be told of the telephony service");
    }
  }

  async #note(state: "up" | "down"): Promise<void> {
    const { db, clock, log } = this.#deps;
    await db.transaction().execute(async (trx) => {
      if (!(await noteTelephony(trx, state, clock.now()))) {
        return;
      }
      log.warn({ state }, "telephony service changed");
      for (const { station } of await listQueues(trx)) {
        await publish(trx, station, { type: "station.telephony", state });
      }
    });
  }

  async #keepHouse(): Promise<void> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    if (now.getTime() < this.#nextHousekeepingMs) {
      return;
    }
    this.#nextHousekeepingMs = now.getTime() + HOUSEKEEPING_EVERY_MS;
    if (!(await takeTurn(db, { name: "housekeeping", everyMs: HOUSEKEEPING_EVERY_MS, now }))) {
      return;
    }
    await ensurePartitions(db, now, now);
    await forgetOldCalls(db, now);
  }
}
