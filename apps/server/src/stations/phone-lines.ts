import type { PhoneLine } from "@linedesk/contract";
import { displayNumber, toE164 } from "../callers/phone-number.ts";
import type { Db } from "../db/database.ts";
import { findLineByNumber, listLines, type PhoneLineRecord } from "./phone-line-store.ts";

/** The line on which a call to this number comes, as the network writes it; null when none has it. */
export const lineOfNumber = async (db: Db, called: string): Promise<PhoneLineRecord | null> => {
  const number = toE164(called);
  return number === null ? null : findLineByNumber(db, number);
};

const presentLine = (line: PhoneLineRecord): PhoneLine => ({
  id: line.id,
  station: line.station,
  name: line.name,
  number: line.number,
  numberDisplay: displayNumber(line.number),
  open: line.open,
  priority: line.priority,
});

/** Phone lines as every console sees them, by number: of one station, or of all [PL2]. */
export const readPhoneLines = async (db: Db, station?: string): Promise<PhoneLine[]> =>
  (await listLines(db, station)).map(presentLine);
