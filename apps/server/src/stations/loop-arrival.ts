import type { Db } from "../platform/db/database.ts";
import { findLineIdByNumber, type PhoneLineRecord, updateLoopReached } from "./phone-line-store.ts";
import { isLoopUnderWay, LOOP_ARRIVES_WITHIN_MS } from "./takes-calls.ts";

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
