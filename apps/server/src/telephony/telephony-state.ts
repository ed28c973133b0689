import type { PartState } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { findTelephonyState } from "./telephony-store.ts";

/** Returns the last known state of the telephony service; `up` when none is known. */
export async function readTelephonyState(db: Db): Promise<PartState> {
  return (await findTelephonyState(db)) ?? "up";
}
