import type { StationFlag } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { requireFound } from "../platform/http/errors.ts";
import { findFlag, findFlags } from "./flag-store.ts";

export const readFlags = findFlags;

export async function requireFlag(
  db: Db,
  wanted: { station: string; flag: string },
): Promise<StationFlag> {
  return requireFound(await findFlag(db, wanted), "The station has no such flag.");
}
