import { carryLine, type LineRequest } from "../../audio-servers/carry-line.ts";
import type { Trx } from "../../platform/db/database.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { lockLineFeeds } from "../../stations/set-line-feed.ts";

export class FeedChangedError extends ApiError {
  override name = "FeedChangedError";

  constructor() {
    super("conflict", "What feeds the air was changed just now: try again.");
  }
}

/** Throws `FeedChangedError`; else the feed stays as it is until the transaction ends. */
export async function assertFeedUnchanged(
  trx: Trx,
  { at, feedsAir }: { at: LineRequest; feedsAir: boolean },
): Promise<void> {
  await lockLineFeeds(trx, at.station, { shared: true });
  if ((await carryLine(trx, at)).feedsAir !== feedsAir) {
    throw new FeedChangedError();
  }
}
