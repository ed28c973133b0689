import {
  type DeviceLine,
  type LineDevice,
  type LineFeeds,
  may,
  type Role,
} from "@linedesk/contract";
import { readMembers } from "../../people/members.ts";
import { type Actor, recordAudit } from "../../platform/db/audit-store.ts";
import type { Db, Trx } from "../../platform/db/database.ts";
import { lockEdit } from "../../platform/db/lock-edit-store.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { publish, publishToUser } from "../../platform/realtime/publish.ts";
import {
  findLineFeed,
  findLineFeeds,
  isLineInUse,
  type LineFeed,
  saveLineFeed,
  type UsedLine,
} from "./line-feed-store.ts";

export async function readLineFeeds(db: Db, station: string): Promise<LineFeeds> {
  const feeds = await findLineFeeds(db, station);
  return { line1: feeds.get("line1") ?? null, line2: feeds.get("line2") ?? null };
}

/** Sets whether a device line feeds the air. Throws while somebody has a call on the line. */
export async function setLineFeed(
  db: Db,
  { actor, ...feed }: LineFeed & { actor: Actor },
): Promise<LineFeeds> {
  return db.transaction().execute(async (trx) => {
    const { station, line, feedsAir } = feed;
    await lockLineFeeds(trx, station);
    await assertLineUnused(trx, { station, line });
    await saveLineFeed(trx, feed);
    await recordAudit(trx, {
      actor,
      action: "station.line_feed_set",
      station,
      details: { line, feedsAir },
    });
    await publishFeedsChanged(trx, station);
    return readLineFeeds(trx, station);
  });
}

/**
 * Locks the air feed of the station's lines until the transaction ends. A change of the air feed
 * takes the lock exclusively; transactions that write claims share it.
 */
export function lockLineFeeds(trx: Trx, station: string, how: { shared?: boolean } = {}) {
  return lockEdit(trx, `line_feeds.${station}`, how);
}

/** Throws during a call on the line, because the air feed of the line must not change then. */
export async function assertLineUnused(db: Db, used: UsedLine): Promise<void> {
  if (await isLineInUse(db, used)) {
    throw new ApiError("line_feed_in_use");
  }
}

/**
 * Publishes a change of the lines that feed the air, so that every desk reads them again. Sockets
 * of people who may not go to air end, because data that was signed earlier may grant these people
 * more.
 */
export async function publishFeedsChanged(trx: Trx, station: string): Promise<void> {
  await publish(trx, station, { type: "station.stale" });
  for (const { user, role } of await readMembers(trx, station)) {
    if (!may(role, "air")) {
      await publishToUser(trx, user, { type: "rights.changed" });
    }
  }
}

interface FeedRequest {
  station: string;
  line: DeviceLine;
  device?: Pick<LineDevice, "type"> | undefined;
  preset?: boolean | null;
}

/**
 * Returns true when the public can hear this device line. The preset decides, otherwise the
 * station's setting. Without both it is true for an audio server and false for a browser.
 */
export async function readLineFeed(db: Db, { station, line, device, preset = null }: FeedRequest) {
  return preset ?? (await findLineFeed(db, station, line)) ?? device?.type === "audio_server";
}

export async function requireFeedPermission(db: Db, request: FeedRequest & { role: Role }) {
  const feedsAir = await readLineFeed(db, request);
  if (feedsAir && !may(request.role, "air")) {
    throw new ApiError({ reason: "role_may_not_put_to_air", params: { role: request.role } });
  }
  return feedsAir;
}
