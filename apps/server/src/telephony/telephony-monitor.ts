import type { Clock } from "@linedesk/base";
import type { PartState } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import type { Logger } from "../platform/logger.ts";
import { publish } from "../platform/realtime/publish.ts";
import type { Provisioner } from "./provisioner.ts";
import { knownQueueSids } from "./station-queue.ts";
import { acquireJobTurn, listQueues, recordTelephonyState } from "./telephony-store.ts";
import { type Telephony, TelephonyError, TelephonyUnreachableError } from "./telephony.ts";

/** Unreachable for longer counts as down; consoles are told within 15 s. */
const DOWN_AFTER_MS = 5_000;
const RECONCILE_EVERY_MS = 30_000;
/** Calls that changed just before a restart are too young for the first comparison after it. */
const SETTLE_AFTER_MS = 3_000;
const HOUSEKEEPING_EVERY_MS = 3_600_000;

/** What must be done about calls while the telephony service is looked after. */
export interface CallDuties {
  lapseExpiredClaims(): Promise<unknown>;
  settleDueCalls(): Promise<unknown>;
  findAbsentHolders(): Promise<unknown>;
  findSleepers(): Promise<unknown>;
  reconcileCalls(): Promise<unknown>;
  reportTurnedAway(): Promise<void>;
  /** Makes room for the calls to come and forgets what ended long ago. */
  doHousekeeping(now: Date): Promise<void>;
}

export interface TelephonyMonitorDeps {
  db: Db;
  clock: Pick<Clock, "now" | "elapsedMs">;
  log: Logger;
  telephony: Pick<Telephony, "hasQueue">;
  provisioner: Pick<Provisioner, "provisionAll" | "provisionMissing">;
  duties: CallDuties;
  checkIntervalMs: number;
}

/**
 * Looks after what the telephony service and we must agree on: whether it is there, what we made
 * there, live calls, and claims whose time is over. `tick` is called every second. Durations are
 * measured with the clock that no step of the machine's time touches.
 */
export class TelephonyMonitor {
  readonly #deps: TelephonyMonitorDeps;
  #ticking: Promise<void> | undefined;
  #sweeping: Promise<void> | undefined;
  #lastAnswerMs: number;
  #nextLookMs = -Infinity;
  #nextReconcileMs = -Infinity;
  /** When the service, just begun with, is compared once more; null when that is done. */
  #settleAtMs: number | null = null;
  #nextHousekeepingMs = -Infinity;
  /** Null until it answered and has all that we need; then one of our queues there. */
  #queueSid: string | null = null;
  #stopped = false;

  constructor(deps: TelephonyMonitorDeps) {
    this.#deps = deps;
    this.#lastAnswerMs = deps.clock.elapsedMs();
  }

  get isReady(): boolean {
    return this.#queueSid !== null;
  }

  async tick(): Promise<void> {
    if (this.#stopped) {
      return;
    }
    this.#sweeping ??= this.#sweep().finally(() => (this.#sweeping = undefined));
    this.#ticking ??= this.#checkService().finally(() => (this.#ticking = undefined));
    await Promise.all([this.#sweeping, this.#ticking]);
  }

  /** Resolves when the round that runs is over. */
  async close(): Promise<void> {
    this.#stopped = true;
    await Promise.all([this.#sweeping, this.#ticking]);
  }

  async #sweep(): Promise<void> {
    const { duties, log } = this.#deps;
    const sweeps = [
      () => duties.lapseExpiredClaims(),
      () => duties.settleDueCalls(),
      () => duties.findAbsentHolders(),
      () => duties.findSleepers(),
      () => this.#runHousekeeping(),
    ];
    for (const sweep of sweeps) {
      try {
        await sweep();
      } catch (err) {
        log.error({ err }, "calls could not be swept");
      }
    }
  }

  async #checkService(): Promise<void> {
    const nowMs = this.#deps.clock.elapsedMs();
    if (nowMs < this.#nextLookMs) {
      return;
    }
    this.#nextLookMs = nowMs + this.#deps.checkIntervalMs;
    try {
      await this.#checkServiceOnce();
    } catch (err) {
      if (err instanceof TelephonyUnreachableError) {
        await this.#handleUnreachable();
      } else if (err instanceof TelephonyError) {
        this.#deps.log.error({ err }, "telephony service refuses what we need");
      } else {
        this.#deps.log.error({ err }, "telephony service could not be looked after");
      }
    }
  }

  async #checkServiceOnce(): Promise<void> {
    const { telephony, db, clock } = this.#deps;
    if (this.#queueSid !== null && !(await telephony.hasQueue(this.#queueSid))) {
      // It was started anew between two looks: its calls are gone, and the seats are told.
      this.#queueSid = null;
      await this.#recordState("down");
    }
    if (this.#queueSid === null) {
      return this.#provisionAndReconcile();
    }
    this.#lastAnswerMs = clock.elapsedMs();
    await this.#deps.duties.reportTurnedAway();
    await this.#reconcileAfterStart();
    if (this.#lastAnswerMs < this.#nextReconcileMs) {
      return;
    }
    this.#nextReconcileMs = this.#lastAnswerMs + RECONCILE_EVERY_MS;
    const turn = { name: "reconcile", everyMs: RECONCILE_EVERY_MS, now: new Date(clock.now()) };
    if (!(await acquireJobTurn(db, turn))) {
      return;
    }
    await this.#deps.provisioner.provisionMissing();
    await this.#deps.duties.reconcileCalls();
  }

  async #provisionAndReconcile(): Promise<void> {
    await this.#deps.provisioner.provisionAll();
    await this.#deps.duties.reconcileCalls();
    await this.#recordState("up");
    this.#lastAnswerMs = this.#deps.clock.elapsedMs();
    this.#settleAtMs = this.#lastAnswerMs + SETTLE_AFTER_MS;
    this.#queueSid = (await knownQueueSids(this.#deps.db))[0] ?? null;
  }

  async #reconcileAfterStart(): Promise<void> {
    if (this.#settleAtMs === null || this.#lastAnswerMs < this.#settleAtMs) {
      return;
    }
    this.#settleAtMs = null;
    await this.#deps.duties.reconcileCalls();
  }

  async #handleUnreachable(): Promise<void> {
    const silentMs = this.#deps.clock.elapsedMs() - this.#lastAnswerMs;
    // What it lost meanwhile is looked at as soon as it answers.
    this.#queueSid = null;
    try {
      if (silentMs > DOWN_AFTER_MS) {
        await this.#recordState("down");
      }
    } catch (err) {
      this.#deps.log.error({ err }, "the stations could not be told of the telephony service");
    }
  }

  async #recordState(state: PartState): Promise<void> {
    const { db, clock, log } = this.#deps;
    await db.transaction().execute(async (trx) => {
      if (!(await recordTelephonyState(trx, state, new Date(clock.now())))) {
        return;
      }
      log.warn({ state }, "telephony service changed");
      for (const { station } of await listQueues(trx)) {
        await publish(trx, station, { type: "station.telephony", state });
      }
    });
  }

  async #runHousekeeping(): Promise<void> {
    const { db, clock, duties } = this.#deps;
    const elapsedMs = clock.elapsedMs();
    if (elapsedMs < this.#nextHousekeepingMs) {
      return;
    }
    this.#nextHousekeepingMs = elapsedMs + HOUSEKEEPING_EVERY_MS;
    const now = new Date(clock.now());
    if (
      !(await acquireJobTurn(db, { name: "housekeeping", everyMs: HOUSEKEEPING_EVERY_MS, now }))
    ) {
      return;
    }
    await duties.doHousekeeping(now);
  }
}
