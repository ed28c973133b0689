import type { Call } from "./calls.ts";
import { compareInQueue, toOrdered } from "./compare-in-queue.ts";

/** Whose turn it is: mine who are alone, others who are alone, the queue; null takes nobody. */
function rank({ desk, claimedBy }: Call, me: string | null): number | null {
  if (claimedBy !== null) {
    return null;
  }
  if (desk.status === "waiting" || desk.status === "ready") {
    return 2;
  }
  if (desk.status !== "held" || !desk.unattended) {
    return null;
  }
  return me !== null && desk.holder?.user === me ? 0 : 1;
}

function text(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** When nobody was with the caller any more; whoever has been alone longest comes first. */
function aloneSince({ desk }: Call): string {
  return desk.status === "held" ? desk.since : "";
}

/**
 * Whom Next takes, the first one first [QU14]: the seat's own unattended callers, as after a
 * reload, then those of others, then the one order.
 */
export function listTakeable(calls: readonly Call[], me: string | null): Call[] {
  const ranked = calls.flatMap((call) => {
    const turn = rank(call, me);
    return turn === null ? [] : [{ call, turn, since: aloneSince(call), place: toOrdered(call) }];
  });
  return ranked
    .toSorted(
      (a, b) => a.turn - b.turn || text(a.since, b.since) || compareInQueue(a.place, b.place),
    )
    .map(({ call }) => call);
}
