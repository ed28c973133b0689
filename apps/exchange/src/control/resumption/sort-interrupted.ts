import type { Logger } from "pino";

import type { Clock } from "@linedesk/base";
import type { ResumableLeg, StoredLeg } from "../../calls/legs/stored-leg.ts";
import type { StoredCall, StoredCourse } from "../../calls/live/stored-call.ts";

/** After a longer time, the far ends or their users have given up. */
const MAX_CRASH_AGE_MS = 60_000;

export interface KeepRules {
  /** False ends every call at its far end, as KEEP_CALLS=off requires. */
  keepCalls: boolean;
  /** The sids and legs that were being processed at three crashes within a minute. */
  poisoned: ReadonlySet<string>;
}

export interface ContinuingCall {
  stored: StoredCall;
  leg: ResumableLeg;
  course: StoredCourse;
}

/**
 * Separates the calls that continue from those that end: calls of an older crash, calls that may
 * have caused the crashes, calls whose leg cannot continue, and calls without anything to continue.
 */
export function sortInterrupted(
  calls: readonly StoredCall[],
  { stoppedAt, ...rules }: KeepRules & { stoppedAt: Date },
  { clock, logger }: { clock: Pick<Clock, "now">; logger: Logger },
): { continuing: ContinuingCall[]; lost: StoredCall[]; poisonous: string[] } {
  const isRecent = clock.now() - stoppedAt.getTime() < MAX_CRASH_AGE_MS;
  const continuing: ContinuingCall[] = [];
  const lost: StoredCall[] = [];
  const poisonous: string[] = [];
  for (const stored of calls) {
    const { leg, course, record } = stored;
    const isPoisonous =
      rules.poisoned.has(record.sid) || (leg !== null && rules.poisoned.has(legId(leg)));
    if (isPoisonous) {
      logger.error(
        { callSid: record.sid },
        "call ended after three crashes while it was processed",
      );
      poisonous.push(record.sid);
    }
    const mayContinue = rules.keepCalls && isRecent && !isPoisonous;
    if (mayContinue && leg !== null && course !== null && leg.status !== "calling") {
      continuing.push({ stored, leg, course });
    } else {
      lost.push(stored);
    }
  }
  return { continuing, lost, poisonous };
}

function legId(leg: StoredLeg): string {
  return leg.status === "calling" ? "" : (leg.id ?? "");
}
