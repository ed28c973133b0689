import { type Call, type CutOff, type DeviceLine, isCutOffOpen } from "@linedesk/contract";

export type CutOffRow =
  | { type: "open" }
  /** The caller can only be removed from the list, because there is no number. */
  | { type: "noNumber" }
  /** `position` is the place in the queue; `null` when the call is no longer in it. */
  | { type: "rangAgain"; position: number | null }
  | { type: "queued"; position: number }
  | { type: "rings"; by: string; since: string }
  | { type: "rungBack" }
  | { type: "released" };

/** Returns the state of a row; `ordered` has the live calls in the order of the queue. */
export function describeRow(cutOff: CutOff, ordered: readonly Call[]): CutOffRow {
  const { again, call } = cutOff;
  if (isCutOffOpen(cutOff)) {
    return { type: call.caller.number === null ? "noNumber" : "open" };
  }
  if (again === null) {
    return { type: "released" };
  }
  const index = ordered.findIndex(({ id }) => id === again.call);
  const live = ordered[index];
  if (again.direction === "inbound") {
    const isQueued = live !== undefined && !("holder" in live.desk);
    return { type: "rangAgain", position: isQueued ? index + 1 : null };
  }
  const ringing = live === undefined || live.answeredAt !== null ? null : live;
  if (ringing === null) {
    return { type: "rungBack" };
  }
  const holder = "holder" in ringing.desk ? ringing.desk.holder : ringing.claimedBy;
  return holder === null
    ? { type: "queued", position: index + 1 }
    : { type: "rings", by: holder.name, since: readSince(ringing) };
}

function readSince({ desk, arrivedAt }: Call): string {
  return "since" in desk ? desk.since : arrivedAt;
}

/**
 * Returns the line on which a caller is called back: the other line if only the selected line feeds
 * the air, and otherwise the selected line.
 */
export function choosePrivateLine(
  selected: DeviceLine,
  feedsAir: Record<DeviceLine, boolean>,
): DeviceLine {
  const other = selected === "line1" ? "line2" : "line1";
  return feedsAir[selected] && !feedsAir[other] ? other : selected;
}

/** Returns the caller whom the failure cut off on this person's line. */
export function findLostOn(
  items: readonly CutOff[],
  seat: { user: string | null; line: DeviceLine },
): CutOff | null {
  const own = items.filter(
    (one) => isCutOffOpen(one) && one.holder?.user === seat.user && one.holder.line === seat.line,
  );
  return own.find(({ was }) => was !== "held") ?? own[0] ?? null;
}
