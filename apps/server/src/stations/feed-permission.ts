import { may, type DeviceLine, type Role } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { findLineFeed } from "./line-feed-store.ts";

/**
 * Whether what is on this device line can be heard by the public [LN8]. Refuses a line that feeds
 * the air to whoever may not put to air [LN9].
 */
export async function requireFeedPermission(
  db: Db,
  { station, line, role }: { station: string; line: DeviceLine; role: Role },
): Promise<boolean> {
  const feedsAir = (await findLineFeed(db, station, line)) ?? false;
  if (feedsAir && !may(role, "air")) {
    throw new ApiError("forbidden", `Your role ${role} may not put a call to air.`);
  }
  return feedsAir;
}
