import type { Clock } from "@linedesk/base";
import type { Actor } from "../platform/db/actor.ts";
import { recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { noteLoopFailed, noteLoopStarted, readLineRecords } from "../stations/phone-lines.ts";
import { isLoopUnderWay, LOOP_ARRIVES_WITHIN_MS } from "../stations/takes-calls.ts";
import type { SingleCalls } from "../telephony/single-calls.ts";
import { TelephonyError, TelephonyUnreachableError } from "../telephony/telephony.ts";
import { twiml } from "../telephony/twiml.ts";

export interface LoopDeps {
  db: Db;
  clock: Pick<Clock, "now">;
  calls: Pick<SingleCalls, "ring">;
}

/** A trunk has few channels: more numbers than these are not rung at once. */
const LOOP_LIMIT = 20;
const TIME_LIMIT_S = 10;

/**
 * Rings each number of the station from itself; the call that comes in again is taken by
 * `noteLoopArrival` and is nobody's [AD30]. Answers how many are under way.
 */
export async function startLoopCalls(
  { db, clock, calls }: LoopDeps,
  { station, actor }: { station: string; actor: Actor },
): Promise<number> {
  const now = new Date(clock.now());
  const lines = (await readLineRecords(db, station)).slice(0, LOOP_LIMIT);
  if (lines.length === 0) {
    throw new ApiError("conflict", "The station has no phone line to ring.");
  }
  const idle = lines.filter((line) => !isLoopUnderWay(line, now));
  await recordAudit(db, {
    actor,
    action: "board.looped",
    station,
    subjectType: "station",
    subjectId: station,
    details: { lines: idle.length },
  });
  await Promise.all(
    idle.map(async ({ id, number }) => {
      await noteLoopStarted(db, id, now);
      try {
        await calls.ring({
          to: number,
          from: number,
          twiml: twiml.pauseAndHangUp(TIME_LIMIT_S),
          ringTimeoutS: Math.floor(LOOP_ARRIVES_WITHIN_MS / 1000),
          timeLimitS: TIME_LIMIT_S,
        });
      } catch (error) {
        if (!(error instanceof TelephonyError || error instanceof TelephonyUnreachableError)) {
          throw error;
        }
        await noteLoopFailed(db, id, error.message);
      }
    }),
  );
  return idle.length;
}
