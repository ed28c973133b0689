import { REHEARSAL_NUMBERS } from "@linedesk/base";
import { isWithinHours } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { findLineIdByNumber, type PhoneLineRecord, updateLoopReached } from "./phone-line-store.ts";

/** A call to itself that takes longer has not arrived. */
export const LOOP_ARRIVES_WITHIN_MS = 45_000;

/** Why a number was not rung: without a trunk no call leaves our exchange. */
export const NO_WAY = "no_trunk";
/** The same: what is not known to be the station's number is shown to nobody. */
export const NOT_OWN = "not_own";

/** Where the line's calls go instead of to the desk: the line's own number, else the station's. */
export function findForwardTo(line: Pick<PhoneLineRecord, "forwardTo" | "stationForwardTo">) {
  return line.forwardTo ?? line.stationForwardTo;
}

/** Whether the line takes calls then: it is open, and the station has hours. */
export function takesCalls(line: Pick<PhoneLineRecord, "open" | "openingHours">, at: Date) {
  return line.open && isWithinHours(line.openingHours, at);
}

/** Whether the line's number was rung by ourselves and that call is still on its way. */
export function isLoopUnderWay({ loop }: Pick<PhoneLineRecord, "loop">, now: Date): boolean {
  const { startedAt, reachedAt, failure } = loop;
  if (startedAt === null || failure !== null) {
    return false;
  }
  const isArrived = reachedAt !== null && reachedAt >= startedAt;
  return !isArrived && now.getTime() - startedAt.getTime() < LOOP_ARRIVES_WITHIN_MS;
}

/** Whether a caller of this number is one of a rehearsal. */
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
 * Notes that our own call has reached the line's number. False for anybody else who calls
 * meanwhile: their number is no line's.
 */
export async function noteLoopArrival(db: Db, arrival: Arrival): Promise<boolean> {
  const { line, number, now } = arrival;
  if (!isLoopUnderWay(line, now) || !(await isLine(db, number))) {
    return false;
  }
  await updateLoopReached(db, line.id, now);
  return true;
}

/** Whether the call on the line is our own, under way or just arrived: nobody waits in it. */
export async function isOwnLoopCall(db: Db, { line, number, now }: Arrival): Promise<boolean> {
  const { startedAt } = line.loop;
  const isRecent =
    startedAt !== null && now.getTime() - startedAt.getTime() < 2 * LOOP_ARRIVES_WITHIN_MS;
  return isRecent && (await isLine(db, number));
}

async function isLine(db: Db, number: string | null): Promise<boolean> {
  return number !== null && (await findLineIdByNumber(db, number)) !== null;
}
