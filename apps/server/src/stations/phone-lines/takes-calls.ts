import { REHEARSAL_NUMBERS } from "@linedesk/base";
import { isWithinHours } from "@linedesk/contract";
import type { Db } from "../../platform/db/database.ts";
import { findLineIdByNumber, type PhoneLineRecord, updateLoopReached } from "./phone-line-store.ts";

/** A loop call that takes longer than this counts as lost. */
export const LOOP_ARRIVES_WITHIN_MS = 45_000;

/** The number was not called, because without a trunk no call leaves our exchange. */
export const NO_TRUNK = "no_trunk";
/** The number was not called, because it is not known to be the station's own. */
export const NOT_OWN = "not_own";

/** Returns the number to which the line forwards: the line's own, otherwise the station's. */
export function findForwardTo(line: Pick<PhoneLineRecord, "forwardTo" | "stationForwardTo">) {
  return line.forwardTo ?? line.stationForwardTo;
}

/** Returns true when the line takes calls: when it is open, and within the opening hours. */
export function takesCalls(line: Pick<PhoneLineRecord, "open" | "openingHours">, at: Date) {
  return line.open && isWithinHours(line.openingHours, at);
}

/** Returns true while our loop call to the line's number has not arrived, failed or got lost. */
export function isLoopUnderWay({ loop }: Pick<PhoneLineRecord, "loop">, now: Date): boolean {
  const { startedAt, reachedAt, failure } = loop;
  if (startedAt === null || failure !== null) {
    return false;
  }
  const isArrived = reachedAt !== null && reachedAt >= startedAt;
  return !isArrived && now.getTime() - startedAt.getTime() < LOOP_ARRIVES_WITHIN_MS;
}

/** Returns true when the caller with this number belongs to a rehearsal. */
export function isRehearsal(
  { rehearsalUntil }: Pick<PhoneLineRecord, "rehearsalUntil">,
  number: string | null,
  now: Date,
): boolean {
  return (
    number !== null &&
    REHEARSAL_NUMBERS.includes(number) &&
    rehearsalUntil !== null &&
    rehearsalUntil > now
  );
}

interface Arrival {
  line: PhoneLineRecord;
  number: string | null;
  now: Date;
}

/**
 * Records that our loop call has reached the number of the line. Returns false when no loop call is
 * under way, and for a caller whose number belongs to no line.
 */
export async function noteLoopArrival(db: Db, arrival: Arrival): Promise<boolean> {
  const { line, number, now } = arrival;
  if (!isLoopUnderWay(line, now) || !(await isLine(db, number))) {
    return false;
  }
  await updateLoopReached(db, line.id, now);
  return true;
}

/**
 * Returns true for our own loop call, if it was started a short time ago. It is not a listener's
 * call, because no caller waits in it.
 */
export async function isOwnLoopCall(db: Db, { line, number, now }: Arrival): Promise<boolean> {
  const { startedAt } = line.loop;
  const isRecent =
    startedAt !== null && now.getTime() - startedAt.getTime() < 2 * LOOP_ARRIVES_WITHIN_MS;
  return isRecent && (await isLine(db, number));
}

async function isLine(db: Db, number: string | null): Promise<boolean> {
  return number !== null && (await findLineIdByNumber(db, number)) !== null;
}
