import type { Db } from "../platform/db/database.ts";
import { findCall } from "./store/call-store.ts";

/** Where a call came from, which never changes, and whether it is over. */
export interface CallOrigin {
  station: string;
  /** Null for a call that came on no line. */
  phoneLine: string | null;
  /** E.164; null when withheld. */
  number: string | null;
  isOver: boolean;
}

/** What decides about a caller's music and queue; null when there is no such call. */
export async function findCallOrigin(db: Db, id: string): Promise<CallOrigin | null> {
  const call = await findCall(db, id);
  if (call === null) {
    return null;
  }
  return {
    station: call.station,
    phoneLine: call.phoneLine?.id ?? null,
    number: call.number,
    isOver: call.desk.status === "ended",
  };
}
