import type { LineFeeds } from "@linedesk/contract";
import type { Actor } from "../platform/db/actor.ts";
import { recordAudit } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { lockEdit } from "../platform/db/lock-edit-store.ts";
import { ApiError } from "../platform/http/errors.ts";
import {
  findLineFeeds,
  isLineInUse,
  saveLineFeed,
  type LineFeed,
  type UsedLine,
} from "./line-feed-store.ts";
import { publishFeedsChanged } from "./publish-feeds-changed.ts";

export async function readLineFeeds(db: Db, station: string): Promise<LineFeeds> {
  const feeds = await findLineFeeds(db, station);
  return { line1: feeds.get("line1") ?? null, line2: feeds.get("line2") ?? null };
}

/** Sets whether a device line feeds the air, while nobody has a call on it. */
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
 * What feeds the air on lines of the station stays as it is until the transaction ends. A
 * change of it takes the lock alone; claims that are written share it.
 */
export function lockLineFeeds(
  trx: Trx,
  station: string,
  how: { shared?: boolean } = {},
): Promise<void> {
  return lockEdit(trx, `line_feeds.${station}`, how);
}

/** Throws while somebody has a call on the line: what feeds the air does not change under it. */
export async function assertLineUnused(db: Db, used: UsedLine): Promise<void> {
  if (await isLineInUse(db, used)) {
    throw new ApiError("conflict", "Somebody has a call on this line: change it afterwards.");
  }
}
