import type { PhoneLine } from "@linedesk/contract";
import type { Db } from "../../platform/db/database.ts";
import { displayNumber, toE164 } from "../../platform/to-e164.ts";
import {
  findLineByNumber,
  listLines,
  type PhoneLineRecord,
  updateLoopFailure,
  updateLoopStarted,
} from "./phone-line-store.ts";

/** Returns the line of a called number in the network's form; `null` when no line has it. */
export async function findLineOfNumber(db: Db, called: string): Promise<PhoneLineRecord | null> {
  const number = toE164(called);
  return number === null ? null : findLineByNumber(db, number);
}

export function presentLine(line: PhoneLineRecord): PhoneLine {
  return {
    id: line.id,
    station: line.station,
    name: line.name,
    number: line.number,
    numberDisplay: displayNumber(line.number),
    open: line.open,
    priority: line.priority,
  };
}

export const readLineRecords: (db: Db, station?: string) => Promise<PhoneLineRecord[]> = listLines;
export const noteLoopStarted = updateLoopStarted;
export const noteLoopFailed = updateLoopFailure;

export async function readPhoneLines(db: Db, station?: string): Promise<PhoneLine[]> {
  return (await listLines(db, station)).map(presentLine);
}
