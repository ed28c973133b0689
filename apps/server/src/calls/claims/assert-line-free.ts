import type { DeviceLine, Holder } from "@linedesk/contract";
import { carryLine, type LineRequest } from "../../audio-servers/carry-line.ts";
import type { Db, Trx } from "../../platform/db/database.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { lockLineFeeds } from "../../stations/line-feeds/set-line-feed.ts";
import { InvalidStateError } from "../state/call-state.ts";
import { isClaimOpen, openClaimsOfLine } from "../store/claim-store.ts";
import { callsOnLine } from "../store/leg-store.ts";

export class LineTakenError extends InvalidStateError {
  override name = "LineTakenError";
}

interface Besides {
  besides: string;
  now: Date;
}

export async function isLineFree(
  db: Db,
  { user, line }: Pick<Holder, "user" | "line">,
  { besides, now }: Besides,
): Promise<boolean> {
  // Claims are read before legs, because a claim that is used between the two reads is then found
  // as a leg.
  const claims = await openClaimsOfLine(db, user, line);
  const open = claims.filter((claim) => isClaimOpen(claim, now));
  const legs = await callsOnLine(db, user, line);
  return [...open, ...legs].every(({ call }) => call === besides);
}

export async function assertLineFree(
  db: Db,
  holder: Pick<Holder, "user" | "line">,
  besides: Besides,
): Promise<void> {
  if (!(await isLineFree(db, holder, besides))) {
    throw new LineTakenError("line_taken");
  }
}

export class FeedChangedError extends ApiError {
  override name = "FeedChangedError";

  constructor() {
    super("feed_changed");
  }
}

/** Throws `FeedChangedError` if the air feed has changed, and locks it for the transaction. */
export async function assertFeedUnchanged(
  trx: Trx,
  { at, feedsAir }: { at: LineRequest; feedsAir: boolean },
): Promise<void> {
  await lockLineFeeds(trx, at.station, { shared: true });
  if ((await carryLine(trx, at)).feedsAir !== feedsAir) {
    throw new FeedChangedError();
  }
}

export function assertOffAir(line: DeviceLine, feedsAir: boolean): void {
  if (feedsAir) {
    const number = line === "line1" ? "1" : "2";
    throw new InvalidStateError({ reason: "private_talk_on_air", params: { number } });
  }
}
