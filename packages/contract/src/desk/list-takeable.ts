import type { Call } from "../calls/calls.ts";
import { may, type Role } from "../platform/roles.ts";
import { compareInQueue, toOrdered } from "./compare-in-queue.ts";
import { isHiddenCall, type HiddenFlags } from "./hidden-calls.ts";

/** The facts about a seat that decide which callers Next takes, besides its user. */
export interface TakeableOptions {
  /** Flags whose callers are hidden at this seat, so that Next skips them. */
  hidden?: HiddenFlags;
  /** Is true when only the screener who is at a seat takes waiting callers. */
  reservesWaiting?: boolean;
  /** Is true when only the people at a seat who may put callers to air take ready callers. */
  reservesReady?: boolean;
}

const NOBODY: HiddenFlags = new Set();

/**
 * Returns true when Next at this seat skips waiting callers, because a screener is at a seat and
 * the person at this seat is not a screener.
 */
export function reservesWaitingForScreeners(own: Role, seated: readonly Role[]): boolean {
  return !onlyScreens(own) && seated.some(onlyScreens);
}

export function reservesReadyForAir(own: Role, seated: readonly Role[]): boolean {
  return onlyScreens(own) && seated.some((role) => may(role, "air"));
}

function onlyScreens(role: Role): boolean {
  return may(role, "screen") && !may(role, "air");
}

/** A waiting call that is marked next can be taken, because a person chose it. */
function isReservedForOthers({ desk, marks }: Call, options: TakeableOptions): boolean {
  const { reservesWaiting = false, reservesReady = false } = options;
  if (desk.status === "ready") {
    return reservesReady;
  }
  return reservesWaiting && desk.status === "waiting" && !marks.next;
}

/** The rank of calls that are waiting or ready. */
const IN_QUEUE = 2;

/**
 * Returns the rank of a call: 0 for the person's own unattended call, 1 for another unattended
 * call, and 2 for a call of the queue; `null` when Next skips the call.
 */
function rank(call: Call, me: string | null, options: TakeableOptions): number | null {
  const { desk, claimedBy, offer, leaving } = call;
  if (claimedBy !== null || offer !== null || leaving !== null) {
    return null;
  }
  if (desk.status === "waiting" || desk.status === "ready") {
    return isReservedForOthers(call, options) || isHiddenCall(call, options.hidden ?? NOBODY, me)
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

/**
 * Returns the time since which the call is unattended. The caller who has been unattended longest
 * comes first.
 */
function findUnattendedSince({ desk }: Call): string {
  return desk.status === "held" ? desk.since : "";
}

/**
 * Returns the calls that Next takes, in order: the person's own unattended calls, for example after
 * a reload, then other unattended calls, then the visible part of the one order.
 */
export function listTakeable(
  calls: readonly Call[],
  me: string | null,
  options: TakeableOptions = {},
): Call[] {
  const ranked = calls.flatMap((call) => {
    const turn = rank(call, me, options);
    return turn === null
      ? []
      : [{ call, turn, since: findUnattendedSince(call), place: toOrdered(call) }];
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
  /** The index in the one order. */
  at: number;
}

function isBefore(one: Standing, other: Standing): boolean {
  return (one.turn - other.turn || text(one.since, other.since) || one.at - other.at) < 0;
}

export interface Found {
  call: Call | null;
  /**
   * The number of hidden callers before this call. If Next can take nobody, the number of all
   * hidden callers.
   */
  skipped: number;
}

/**
 * Returns the first call that Next takes. `ordered` must already be in the one order. The function
 * runs after each event of a long queue, so it does not sort.
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
    // The list is ordered, so no later caller of the queue can come before the first one. A later
    // caller who is hidden therefore does not count as skipped.
    if (turn === IN_QUEUE && best.turn === IN_QUEUE) {
      continue;
    }
    const standing = { turn, since: findUnattendedSince(each), at };
    if (rank(each, me, options) === null) {
      passed.push(standing);
    } else if (isBefore(standing, best)) {
      call = each;
      best = standing;
    }
  }
  return { call, skipped: passed.filter((standing) => isBefore(standing, best)).length };
}
