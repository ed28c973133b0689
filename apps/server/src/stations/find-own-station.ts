import { chooseOwnStation, type Station } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { findStationsOfUser } from "./station-store.ts";

/**
 * Returns the station that the person chose, otherwise the person's only station. Returns `null`
 * for a person with several stations who chose none, or without a station.
 */
export async function findOwnStation(
  db: Db,
  { user, chosen }: { user: string; chosen: string | null },
): Promise<Station | null> {
  return chooseOwnStation(await findStationsOfUser(db, user), chosen);
}
