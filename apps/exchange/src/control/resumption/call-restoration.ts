import type { Logger } from "pino";

import { type Clock, TWILIO_CODES } from "@linedesk/base";
import type { StoredLeg } from "../../calls/legs/stored-leg.ts";
import type { CallError } from "../../calls/live/call-error.ts";
import type { LiveCall } from "../../calls/live/live-call.ts";
import type { StoredCall } from "../../calls/live/stored-call.ts";
import type { CallFactory } from "../../calls/placing/call-factory.ts";
import type { Dialers } from "../../calls/placing/dialers.ts";
import {
  type CallJournal,
  CRASH_MESSAGE,
  endCrashedCall,
} from "../../calls/registry/call-journal.ts";
import type { CallRegistry } from "../../calls/registry/call-registry.ts";
import type { NotificationRepository } from "../../calls/registry/notification-repository.ts";
import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import { type ResumptionDeps, type ResumableCall, CallResumption } from "./call-resumption.ts";
import { sendPendingCallback } from "./send-pending-callback.ts";
import { type KeepRules, sortInterrupted } from "./sort-interrupted.ts";

/** The code "internal error" is the closest of Twilio's codes to a crashed exchange. */
const CRASH_CODE = TWILIO_CODES.INTERNAL_ERROR;
/**
 * The longest wait until the callbacks of lost calls are delivered. The applications get them
 * first, because the document of a continuing call may depend on them.
 */
const REPORT_WAIT_MS = 1_000;

interface CallRestorationDeps extends ResumptionDeps {
  journal: CallJournal;
  registry: CallRegistry;
  outbox: CallbackOutbox;
  notifications: NotificationRepository;
  factory: Pick<CallFactory, "resumeCall">;
  dialers: Pick<Dialers, "endOrphan" | "resume">;
  clock: Clock;
  logger: Logger;
}

interface LostCall {
  stored: StoredCall;
  leg: StoredLeg | null;
}

/**
 * Restores the calls of the previous exchange: those that ended, and those that a crash
 * interrupted.
 */
export class CallRestoration {
  readonly #deps: CallRestorationDeps;
  readonly #resumption: CallResumption;
  readonly #ended: StoredCall[];
  readonly #lost: LostCall[];
  readonly #continuing: ResumableCall[];
  /** The sids of the calls that ended because they were being processed at three crashes. */
  readonly poisonous: readonly string[];

  constructor(deps: CallRestorationDeps, rules: KeepRules) {
    this.#deps = deps;
    this.#resumption = new CallResumption(deps);
    const { ended, interrupted, stoppedAt } = deps.journal.load();
    const sorted = sortInterrupted(interrupted, { ...rules, stoppedAt }, deps);
    const { continuing, lost } = sorted;
    this.poisonous = sorted.poisonous;
    this.#ended = ended;
    this.#lost = lost.map((stored) => ({
      stored: {
        ...stored,
        record: endCrashedCall(stored.record, stoppedAt),
        leg: null,
        course: null,
      },
      leg: stored.leg,
    }));
    for (const { record } of [...ended, ...this.#lost.map((one) => one.stored)]) {
      deps.registry.restore(record);
    }
    for (const { stored } of this.#lost) {
      deps.notifications.add(stored.record.sid, crashEntry(stored), null);
    }
    this.#continuing = continuing.map(({ stored, leg, course }) => ({
      leg,
      course,
      call: deps.factory.resumeCall(stored, course),
    }));
  }

  /** Opens the ports of the calls that continue, and starts their sound. */
  resume(): Promise<void> {
    return this.#resumption.resume(this.#continuing);
  }

  /**
   * Runs when this exchange has opened all its ports. It ends the lost calls at the far ends,
   * stores their outcome, sends the callbacks that the applications have not received, and then
   * lets the other calls continue their documents.
   */
  async start(): Promise<void> {
    const { dialers, journal, registry, clock } = this.#deps;
    for (const { stored, leg } of this.#lost) {
      if (leg !== null) {
        dialers.endOrphan(leg, stored.record.trunkSid);
      }
    }
    for (const { stored } of this.#lost) {
      if (registry.find(stored.record.sid) !== null) {
        journal.store(stored);
      }
    }
    const reports = [
      ...this.#ended.map((stored) => sendPendingCallback(stored, false, this.#deps)),
      ...this.#lost.map(({ stored }) => sendPendingCallback(stored, true, this.#deps)),
    ];
    const waited = new Promise<void>((resolve) => void clock.after(REPORT_WAIT_MS, resolve));
    await Promise.race([Promise.all(reports), waited]);
    this.#resumption.start(this.#continuing);
  }

  /**
   * Releases the calls that were to continue, without ending them at the far ends, because this
   * exchange could not start. Returns them.
   */
  leave(): ReadonlySet<LiveCall> {
    this.#resumption.leave(this.#continuing);
    return new Set(this.#continuing.map(({ call }) => call));
  }
}

function crashEntry({ record }: StoredCall): CallError {
  const at = record.endedAt ?? record.updatedAt;
  return { at, name: "crash", errorCode: CRASH_CODE, message: CRASH_MESSAGE };
}
