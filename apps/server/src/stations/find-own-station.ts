import { chooseOwnStation, type Station } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { findStationsOfUser } from "./station-store.ts";

/** The station of the person that they have chosen, else their only one; null where it is open. */
export async function findOwnStation(
  db: Db,
  { user, chosen }: { user: string; chosen: string | null },
): Promise<Station | null> {
  return chooseOwnStation(await findStationsOfUser(db, user), chosen);
}
