import type { DiallingConfig } from "../../config/dialling-config.ts";
import type { Db } from "../../platform/db/database.ts";
import { findLineNumber } from "../../stations/caller-id.ts";
import type { PhoneLineRecord } from "../../stations/phone-lines/phone-line-store.ts";
import { findForwardTo } from "../../stations/phone-lines/takes-calls.ts";
import { checkDialled } from "./check-dialled.ts";

export interface Forward {
  to: string;
  from: string;
}

/**
 * Returns the number to which the line forwards. Returns `null` when the line does not forward,
 * when the desk may not dial the number, or when the station has no own number to show. The call
 * then goes to the desk.
 */
export async function findForward(
  { db, people }: { db: Db; people: { dialling: Pick<DiallingConfig, "allowed" | "refused"> } },
  line: PhoneLineRecord,
): Promise<Forward | null> {
  const to = findForwardTo(line);
  if (to === null || checkDialled(to, people.dialling).status === "refused") {
    return null;
  }
  const { id, station } = line;
  const from = line.isOwn ? line.number : await findLineNumber(db, { station, line: id });
  return from === null ? null : { to, from };
}
