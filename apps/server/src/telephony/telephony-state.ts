import type { PartState } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { findTelephonyState } from "./telephony-store.ts";

/** How the telephony service was seen last; one that was never seen counts as up. */
export async function readTelephonyState(db: Db): Promise<PartState> {
  return (await findTelephonyState(db)) ?? "up";
}
