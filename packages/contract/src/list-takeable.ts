import type { Call } from "./calls.ts";
import { compareInQueue, toOrdered } from "./compare-in-queue.ts";
import { isHiddenCall, type HiddenFlags } from "./hidden-calls.ts";
import { may, type Role } from "./roles.ts";

/** What of a seat decides whom Next takes, beside who sits there. */
export interface TakeableOptions {
  /** Flags whose callers this seat has out of its list: Next skips them. */
  hidden?: HiddenFlags;
  /** Waiting callers are left to the screener who is at a seat [QU3]. */
  leavesWaiting?: boolean;
}

const NOBODY: HiddenFlags = new Set();

/**
 * Whether Next of a seat leaves waiting callers alone: a screener is at a seat, and it is not the
 * screener who presses [QU3, QU15].
 */
export function leavesWaitingToScreeners(own: Role, seated: readonly Role[]): boolean {
  return !onlyScreens(own) && seated.some(onlyScreens);
}

function onlyScreens(role: Role): boolean {
  return may(role, "screen") && !may(role, "air");
}

/** Who has been marked as next was meant to be taken, screened or not [QU15]. */
function isLeft({ desk, marks }: Call, { leavesWaiting = false }: TakeableOptions): boolean {
  return leavesWaiting && desk.status === "waiting" && !marks.next;
}

/** Whose turn it is: mine who are alone, others who are alone, the queue; null takes nobody. */
function rank(call: Call, me: string | null, options: TakeableOptions): number | null {
  const { desk, claimedBy, offer, leaving } = call;
  if (claimedBy !== null || offer !== null || leaving !== null) {
    return null;
  }
  if (desk.status === "waiting" || desk.status === "ready") {
    return isLeft(call, options) || isHiddenCall(call, options.hidden ?? NOBODY, me) ? null : 2;
  }
  if (desk.status !== "held" || !desk.unattended || call.marks.locked) {
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
 * reload, then those of others, then the one order as far as the seat sees it [QU2].
 */
export function listTakeable(
  calls: readonly Call[],
  me: string | null,
  options: TakeableOptions = {},
): Call[] {
  const ranked = calls.flatMap((call) => {
    const turn = rank(call, me, options);
    return turn === null ? [] : [{ call, turn, since: aloneSince(call), place: toOrdered(call) }];
  });
  return ranked
    .toSorted(
      (a, b) => a.turn - b.turn || text(a.since, b.since) || compareInQueue(a.place, b.place),
    )
    .map(({ call }) => call);
}
