import { may, type DeviceLine, type LineDevice, type Role } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { findLineFeed } from "./line-feed-store.ts";

interface FeedRequest {
  station: string;
  line: DeviceLine;
  device?: Pick<LineDevice, "type"> | undefined;
  preset?: boolean | null;
}

/**
 * Whether what is on this device line can be heard by the public: as the station has set it, else
 * an audio server's line is and a browser's is not.
 */
export async function readLineFeed(
  db: Db,
  { station, line, device, preset = null }: FeedRequest,
): Promise<boolean> {
  return preset ?? (await findLineFeed(db, station, line)) ?? device?.type === "audio_server";
}

export async function requireFeedPermission(
  db: Db,
  request: FeedRequest & { role: Role },
): Promise<boolean> {
  const feedsAir = await readLineFeed(db, request);
  if (feedsAir && !may(request.role, "air")) {
    throw new ApiError("forbidden", `Your role ${request.role} may not put a call to air.`);
  }
  return feedsAir;
}
