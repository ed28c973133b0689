import type { Db } from "../platform/db/database.ts";
import { findCall } from "./store/call-store.ts";

export interface CallOrigin {
  station: string;
  phoneLine: string | null;
  number: string | null;
  isOver: boolean;
}

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
