import type { Clock } from "@linedesk/base";
import type { PartState } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import type { LeaderLease } from "../platform/instances/leader-lease.ts";
import type { Logger } from "../platform/logger.ts";
import { publish } from "../platform/realtime/publish.ts";
import type { Provisioner } from "./provisioner.ts";
import { knownQueueSids } from "./station-queue.ts";
import type { TelephonyLead } from "./telephony-lead.ts";
import { readTelephonyState } from "./telephony-state.ts";
import {
  acquireJobTurn,
  listStations,
  lockServiceStates,
  recordServiceState,
} from "./telephony-store.ts";
import { type Telephony, TelephonyError, TelephonyUnreachableError } from "./telephony.ts";

/**
 * A service that is unreachable for longer than this counts as down. Consoles are notified within
 * 15 s.
 */
const DOWN_AFTER_MS = 5_000;
const RECONCILE_EVERY_MS = 30_000;
/** An exchange that restarts within this time continues its calls. */
const KEEPS_CALLS_MS = 60_000;
/**
 * Calls that changed just before a restart are too recent for the first comparison after it, so
 * a second comparison follows after this time.
 */
const SETTLE_AFTER_MS = 3_000;
/**
 * After a crash an exchange requests the documents of its calls one after another, and consoles
 * reconnect their lines within 10 s. A comparison before that would repair calls that are about to
 * continue by themselves.
 */
const RESUMED_AFTER_MS = 15_000;
const HOUSEKEEPING_EVERY_MS = 3_600_000;

/** The monitor runs these duties in its rounds. */
export interface CallDuties {
  expireOverdueClaims(): Promise<unknown>;
  runTimedDuties(): Promise<unknown>;
  releaseAbsentHolders(): Promise<unknown>;
  reportUnresponsiveSeats(): Promise<unknown>;
  /** Compares all calls, and repairs them while `stillLeads` is true. */
  reconcileCalls(stillLeads: () => boolean): Promise<unknown>;
  /** Ends every call that was live at that time, because the exchange stayed away. */
  endLostCalls(at: Date): Promise<void>;
  /**
   * Records the restart of the exchange in the history of each call that was live at that time and
   * continues.
   */
  noteRestart(at: Date): Promise<void>;
  /** Ends the calls that the service does not have. */
  endMissingCalls(): Promise<void>;
  reportTurnedAway(): Promise<void>;
  /** Creates the database partitions for future calls, and deletes old calls. */
  doHousekeeping(now: Date): Promise<void>;
}

export interface TelephonyMonitorDeps {
  db: Db;
  clock: Pick<Clock, "now" | "elapsedMs">;
  log: Logger;
  at: { service: string; telephony: Pick<Telephony, "hasQueue"> };
  /** The names of all telephony services of the site. */
  services: readonly string[];
  /**
   * The server that holds this lease runs the sweeps of the site. Only the monitor of the first
   * telephony service has the lease; for every other service it is `null`.
   */
  sweepLease: Pick<LeaderLease, "acquire" | "release"> | null;
  provisioner: Pick<Provisioner, "provisionAll" | "provisionMissing">;
  duties: CallDuties;
  lead: TelephonyLead;
  checkIntervalMs: number;
  /** Returns the time until the next comparison; by default it is always the same. */
  chooseReconcileInterval?: () => Promise<number>;
  /** Is true for our exchange only: a refused connection means that its process has ended. */
  isEndedWhenRefused: boolean;
  /** Is true when the exchange continues its calls after a restart within a minute. */
  keepsCalls: boolean;
}

/**
 * Keeps the telephony service and our database consistent: health, applications, numbers, queues
 * and live calls. `tick` runs every second. The monotonic clock measures durations. Of several
 * servers one leads; the others only check whether they reach the service. One server runs the
 * sweeps, which need no telephony service.
 */
export class TelephonyMonitor {
  readonly #deps: TelephonyMonitorDeps;
  #ticking: Promise<void> | undefined;
  #renewing: Promise<void> | undefined;
  #sweeping: Promise<void> | undefined;
  #lastAnswerMs: number;
  #nextCheckMs = -Infinity;
  #nextReconcileMs = -Infinity;
  /**
   * The time of the extra comparison that follows provisioning or the death of a server; `null`
   * when none is due.
   */
  #settleAtMs: number | null = null;
  #nextHousekeepingMs = -Infinity;
  /** One of our queues at the service; `null` until everything is provisioned. */
  #queueSid: string | null = null;
  #stopped = false;
  /**
   * The time at which a refused connection first showed that the exchange's process had ended;
   * `null` after its restart.
   */
  #endedAt: Date | null = null;
  /**
   * The time since which every check has been refused; `null` when the last check was not refused.
   */
  #refusedSinceMs: number | null = null;

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
    if (this.#deps.sweepLease !== null) {
      this.#sweeping ??= this.#sweep(this.#deps.sweepLease).finally(
        () => (this.#sweeping = undefined),
      );
    }
    // A long round must not delay the renewal.
    this.#renewing ??= this.#renewLead().finally(() => (this.#renewing = undefined));
    await this.#renewing;
    this.#ticking ??= this.#checkService().finally(() => (this.#ticking = undefined));
    await Promise.all([this.#sweeping, this.#ticking]);
  }

  /** Resolves when the current round is over. */
  async close(): Promise<void> {
    this.#stopped = true;
    await Promise.all([this.#sweeping, this.#renewing, this.#ticking]);
    await this.#deps.lead.release();
    await this.#deps.sweepLease?.release().catch((err: unknown) => {
      this.#deps.log.debug({ err }, "telephony sweep lease release failed");
    });
  }

  /**
   * Compares all calls in the next round, because a server that died may have left commands undone.
   * Compares them again 3 s later, because the first comparison ignores calls that have just
   * changed.
   */
  reconcileSoon(): void {
    this.#nextReconcileMs = -Infinity;
    this.#settleAtMs = this.#deps.clock.elapsedMs() + SETTLE_AFTER_MS;
  }

  async #renewLead(): Promise<void> {
    if (await this.#deps.lead.renew()) {
      // The previous leader may have left everything undone.
      this.#queueSid = null;
      this.#nextCheckMs = -Infinity;
      this.#lastAnswerMs = this.#deps.clock.elapsedMs();
    }
  }

  async #sweep(lease: Pick<LeaderLease, "acquire">): Promise<void> {
    const { duties, log } = this.#deps;
    const mayNotSweep = (err: unknown) => {
      log.error({ err }, "telephony sweep failed");
      return false;
    };
    if (!(await lease.acquire().catch(mayNotSweep))) {
      return;
    }
    const sweeps = [
      () => duties.expireOverdueClaims(),
      () => duties.runTimedDuties(),
      () => duties.releaseAbsentHolders(),
      () => duties.reportUnresponsiveSeats(),
      () => this.#runHousekeeping(),
    ];
    for (const sweep of sweeps) {
      try {
        await sweep();
      } catch (err) {
        log.error({ err }, "telephony sweep failed");
      }
    }
  }

  async #checkService(): Promise<void> {
    const nowMs = this.#deps.clock.elapsedMs();
    if (nowMs < this.#nextCheckMs) {
      return;
    }
    this.#nextCheckMs = nowMs + this.#deps.checkIntervalMs;
    try {
      await (this.#deps.lead.leads ? this.#checkServiceOnce() : this.#checkReach());
      this.#deps.lead.noteReach(this.#queueSid === null ? "unknown" : "up");
    } catch (err) {
      if (err instanceof TelephonyUnreachableError) {
        await this.#handleUnreachable(err);
      } else if (err instanceof TelephonyError) {
        this.#deps.lead.noteReach("up");
        this.#deps.log.error({ err }, "telephony service refused a request");
      } else {
        this.#deps.log.error({ err }, "telephony service check failed");
      }
    }
  }

  async #checkServiceOnce(): Promise<void> {
    const { at, clock } = this.#deps;
    if (this.#queueSid !== null && !(await at.telephony.hasQueue(this.#queueSid))) {
      // The service no longer has our queue, so it restarted between two checks.
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
    const { chooseReconcileInterval = async () => RECONCILE_EVERY_MS } = this.#deps;
    this.#nextReconcileMs = this.#lastAnswerMs + (await chooseReconcileInterval());
    await this.#deps.provisioner.provisionMissing();
    await this.#deps.duties.reconcileCalls(() => this.#deps.lead.leads);
  }

  /** A server that does not lead only checks that it reaches the telephony service. */
  async #checkReach(): Promise<void> {
    const { at, db, clock } = this.#deps;
    this.#queueSid = (await knownQueueSids(db, at.service))[0] ?? null;
    if (this.#queueSid !== null) {
      await at.telephony.hasQueue(this.#queueSid);
      this.#lastAnswerMs = clock.elapsedMs();
      this.#endedAt = null;
      this.#refusedSinceMs = null;
    }
  }

  /** Provisioning takes seconds on a busy machine, so lost calls are ended before it. */
  async #provisionAndReconcile(): Promise<void> {
    await this.#deps.duties.endMissingCalls();
    this.#refusedSinceMs = null;
    await this.#deps.provisioner.provisionAll();
    const isResuming = this.#endedAt !== null && this.#deps.keepsCalls;
    if (!isResuming) {
      await this.#deps.duties.reconcileCalls(() => this.#deps.lead.leads);
    }
    await this.#noteRestart();
    await this.#recordState("up");
    this.#planComparison(isResuming);
    const { db, at } = this.#deps;
    this.#queueSid = (await knownQueueSids(db, at.service))[0] ?? null;
  }

  #planComparison(isResuming: boolean): void {
    this.#lastAnswerMs = this.#deps.clock.elapsedMs();
    this.#settleAtMs = this.#lastAnswerMs + (isResuming ? RESUMED_AFTER_MS : SETTLE_AFTER_MS);
    if (isResuming) {
      this.#nextReconcileMs = this.#settleAtMs + RECONCILE_EVERY_MS;
    }
  }

  async #reconcileAfterStart(): Promise<void> {
    if (this.#settleAtMs === null || this.#lastAnswerMs < this.#settleAtMs) {
      return;
    }
    this.#settleAtMs = null;
    await this.#deps.duties.reconcileCalls(() => this.#deps.lead.leads);
  }

  async #handleUnreachable({ isRefused }: TelephonyUnreachableError): Promise<void> {
    const { clock, duties, lead, isEndedWhenRefused, keepsCalls } = this.#deps;
    const nowMs = clock.elapsedMs();
    const silentMs = nowMs - this.#lastAnswerMs;
    const isOver = isRefused && isEndedWhenRefused;
    const isDown = isOver || silentMs > DOWN_AFTER_MS;
    lead.noteReach(isDown ? "down" : "unknown");
    // The next answer starts provisioning; a comparison of all calls follows.
    this.#queueSid = null;
    if (isOver) {
      this.#endedAt ??= new Date(clock.now());
      this.#refusedSinceMs ??= nowMs;
    } else {
      this.#refusedSinceMs = null;
    }
    if (!lead.leads || lead.isReachedElsewhere) {
      // The service is not down while another server reaches it.
      await (lead.leads && silentMs > DOWN_AFTER_MS ? lead.yield() : null);
      return;
    }
    try {
      if (isOver && this.#endedAt !== null && this.#refusedSinceMs !== null) {
        const keepsMs = keepsCalls ? KEEPS_CALLS_MS : 0;
        const isLost = nowMs - this.#refusedSinceMs >= keepsMs;
        await (isLost ? duties.endLostCalls(this.#endedAt) : null);
      }
      if (isDown) {
        await this.#recordState("down");
      }
    } catch (err) {
      this.#deps.log.error({ err }, "telephony outage handling failed");
    }
  }

  async #noteRestart(): Promise<void> {
    const endedAt = this.#endedAt;
    this.#endedAt = null;
    await (endedAt === null ? null : this.#deps.duties.noteRestart(endedAt));
  }

  async #recordState(state: PartState): Promise<void> {
    const { db, clock, lead, log, services } = this.#deps;
    const { service } = this.#deps.at;
    const change = { service, state, at: new Date(clock.now()), leader: lead.holder };
    await db.transaction().execute(async (trx) => {
      await lockServiceStates(trx);
      if (!(await recordServiceState(trx, change))) {
        return;
      }
      log.warn({ service, state }, "telephony service state changed");
      const all = await readTelephonyState(trx, services);
      for (const station of await listStations(trx)) {
        await publish(trx, station, { type: "station.telephony", ...all });
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
