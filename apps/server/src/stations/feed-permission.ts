import { may, type DeviceLine, type LineDevice, type Role } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { findLineFeed } from "./line-feed-store.ts";

/**
 * Whether what is on this device line can be heard by the public: as the station has set it, else
 * an audio server's line is and a browser's is not [LN7, LN8]. Refuses a line that feeds the air to
 * whoever may not put to air [LN9].
 */
export async function requireFeedPermission(
  db: Db,
  request: {
    station: string;
    line: DeviceLine;
    role: Role;
    device?: LineDevice | undefined;
    /** What the device preset says; null where it says nothing [LN40]. */
    preset?: boolean | null;
  },
): Promise<boolean> {
  const { station, line, role, device, preset = null } = request;
  const set = preset ?? (await findLineFeed(db, station, line));
  const feedsAir = set ?? device?.type === "audio_server";
  if (feedsAir && !may(role, "air")) {
    throw new ApiError("forbidden", `Your role ${role} may not put a call to air.`);
  }
  return feedsAir;
}
