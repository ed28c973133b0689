import type { Call } from "./calls.ts";
import { compareInQueue, toOrdered } from "./compare-in-queue.ts";
import { isHiddenCall, type HiddenFlags } from "./hidden-calls.ts";
import { may, type Role } from "./roles.ts";

/** What of a seat decides whom Next takes, beside who sits there. */
export interface TakeableOptions {
  /** Flags whose callers this seat has out of its list: Next skips them. */
  hidden?: HiddenFlags;
  /** Waiting callers are left to the screener who is at a seat. */
  leavesWaiting?: boolean;
  /** Ready callers are left to those at a seat who may take them to air. */
  leavesReady?: boolean;
}

const NOBODY: HiddenFlags = new Set();

/**
 * Whether Next of a seat leaves waiting callers alone: a screener is at a seat, and it is not the
 * screener who presses.
 */
export function leavesWaitingToScreeners(own: Role, seated: readonly Role[]): boolean {
  return !onlyScreens(own) && seated.some(onlyScreens);
}

export function leavesReadyToAir(own: Role, seated: readonly Role[]): boolean {
  return onlyScreens(own) && seated.some((role) => may(role, "air"));
}

function onlyScreens(role: Role): boolean {
  return may(role, "screen") && !may(role, "air");
}

/** Who has been marked as next was meant to be taken, screened or not. */
function isLeft({ desk, marks }: Call, options: TakeableOptions): boolean {
  const { leavesWaiting = false, leavesReady = false } = options;
  if (desk.status === "ready") {
    return leavesReady;
  }
  return leavesWaiting && desk.status === "waiting" && !marks.next;
}

/** The turn of whom nobody has talked with yet. */
const IN_QUEUE = 2;

/** Whose turn it is: mine who are alone, others who are alone, the queue; null takes nobody. */
function rank(call: Call, me: string | null, options: TakeableOptions): number | null {
  const { desk, claimedBy, offer, leaving } = call;
  if (claimedBy !== null || offer !== null || leaving !== null) {
    return null;
  }
  if (desk.status === "waiting" || desk.status === "ready") {
    return isLeft(call, options) || isHiddenCall(call, options.hidden ?? NOBODY, me)
      ? null
      : IN_QUEUE;
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
 * Whom Next takes, the first one first: the seat's own unattended callers, as after a
 * reload, then those of others, then the one order as far as the seat sees it.
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

interface Standing {
  turn: number;
  since: string;
  /** In the one order. */
  at: number;
}

function isBefore(one: Standing, other: Standing): boolean {
  return (one.turn - other.turn || text(one.since, other.since) || one.at - other.at) < 0;
}

export interface Found {
  call: Call | null;
  /** Callers hidden by flags who would come before; with nobody to take, all of them. */
  skipped: number;
}

/**
 * The first of them, where the calls stand in the one order already: looked for after each of the
 * events that come to a long queue, so that nothing is sorted.
 */
export function findTakeable(
  ordered: readonly Call[],
  me: string | null,
  options: TakeableOptions = {},
): Found {
  const unhidden = { ...options, hidden: NOBODY };
  let call: Call | null = null;
  let best: Standing = { turn: Number.POSITIVE_INFINITY, since: "", at: ordered.length };
  const passed: Standing[] = [];
  for (let at = 0; at < ordered.length; at += 1) {
    const each = ordered[at];
    const turn = each === undefined ? null : rank(each, me, unhidden);
    if (each === undefined || turn === null || turn > best.turn) {
      continue;
    }
    // Whoever stands behind the first of the queue neither comes before nor is skipped.
    if (turn === IN_QUEUE && best.turn === IN_QUEUE) {
      continue;
    }
    const standing = { turn, since: aloneSince(each), at };
    if (rank(each, me, options) === null) {
      passed.push(standing);
    } else if (isBefore(standing, best)) {
      call = each;
      best = standing;
    }
  }
  return { call, skipped: passed.filter((standing) => isBefore(standing, best)).length };
}
