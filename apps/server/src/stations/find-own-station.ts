import type { Station } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { findStationsOfUser } from "./station-store.ts";

/** The station of the person that they have chosen, else their only one; null where it is open. */
export async function findOwnStation(
  db: Db,
  { user, chosen }: { user: string; chosen: string | null },
): Promise<Station | null> {
  const stations = await findStationsOfUser(db, user);
  const [only, another] = stations;
  const one = stations.find(({ id }) => id === chosen);
  return one ?? (another === undefined ? only : undefined) ?? null;
}
