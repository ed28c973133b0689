import type { StationFlag } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { findFlag, findFlags } from "./flag-store.ts";

export const readFlags = findFlags;

export async function requireFlag(
  db: Db,
  wanted: { station: string; flag: string },
): Promise<StationFlag> {
  const flag = await findFlag(db, wanted);
  if (flag === null) {
    throw new ApiError("not_found", "The station has no such flag.");
  }
  return flag;
}
