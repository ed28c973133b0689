/** The reasons for which rows must keep their places. */
export type FreezeReason = "pointer" | "focus" | "menu" | "drag";

/** After the last reason has ended, the list waits this long before it takes the wanted order. */
export const THAW_AFTER_MS = 800;

/** A click within this time after a row moved probably meant another row. */
const GUARD_MS = 300;

export interface FrozenOrder {
  /** The drawn rows, top to bottom. While the list is frozen they include ended calls. */
  shown: readonly string[];
  /** The one order, from the server. */
  wanted: readonly string[];
  reasons: ReadonlySet<FreezeReason>;
  /** The time when the last reason ended, while the list is still frozen. */
  leftAt: number | null;
  movedAt: ReadonlyMap<string, number>;
}

/** `anchor` is the first visible row, which scrolling keeps in its place. */
export type OrderEvent =
  | { type: "rows"; ids: readonly string[]; at: number; anchor: string | null }
  | { type: "refilter"; ids: readonly string[]; at: number; anchor: string | null }
  | { type: "hold"; reason: FreezeReason }
  | { type: "release"; reason: FreezeReason; at: number }
  | { type: "tick"; at: number; anchor: string | null }
  | { type: "flush"; at: number; anchor: string | null };

export const emptyOrder: FrozenOrder = {
  shown: [],
  wanted: [],
  reasons: new Set(),
  leftAt: null,
  movedAt: new Map(),
};

export function isFrozen(state: FrozenOrder): boolean {
  return state.reasons.size > 0 || state.leftAt !== null;
}

export function nextOrder(state: FrozenOrder, event: OrderEvent): FrozenOrder {
  switch (event.type) {
    case "rows":
      return isFrozen(state)
        ? append(state, event)
        : applyWantedOrder({ ...state, wanted: event.ids }, event);
    case "refilter":
      return applyWantedOrder({ ...state, wanted: event.ids }, event);
    case "hold":
      return hold(state, event.reason);
    case "release":
      return release(state, event);
    case "tick":
      return state.leftAt !== null && event.at - state.leftAt >= THAW_AFTER_MS
        ? applyWantedOrder({ ...state, leftAt: null }, event)
        : state;
    case "flush":
      return applyWantedOrder({ ...state, leftAt: null }, event);
  }
}

function hold(state: FrozenOrder, reason: FreezeReason): FrozenOrder {
  return state.reasons.has(reason) && state.leftAt === null
    ? state
    : { ...state, reasons: new Set([...state.reasons, reason]), leftAt: null };
}

function release(
  state: FrozenOrder,
  { reason, at }: { reason: FreezeReason; at: number },
): FrozenOrder {
  if (!state.reasons.has(reason)) {
    return state;
  }
  const reasons = new Set([...state.reasons].filter((each) => each !== reason));
  return { ...state, reasons, leftAt: reasons.size === 0 ? at : null };
}

/** Puts a new call at the end for now, so that no row moves and every caller is visible. */
function append(state: FrozenOrder, { ids, at }: { ids: readonly string[]; at: number }) {
  const standing = new Set(state.shown);
  const arrived = ids.filter((id) => !standing.has(id));
  if (arrived.length === 0) {
    return { ...state, wanted: ids };
  }
  const movedAt = new Map(state.movedAt);
  for (const id of arrived) {
    movedAt.set(id, at);
  }
  return { ...state, wanted: ids, shown: [...state.shown, ...arrived], movedAt };
}

function applyWantedOrder(
  state: FrozenOrder,
  { at, anchor }: { at: number; anchor: string | null },
): FrozenOrder {
  const { shown, wanted } = state;
  if (sameOrder(shown, wanted)) {
    return state.shown === wanted ? state : { ...state, shown: wanted };
  }
  const before = new Map(shown.map((id, index) => [id, index]));
  const shift = anchor === null ? 0 : computeShift(anchor, before, wanted);
  const moved = wanted.filter((id, index) => {
    const was = before.get(id);
    return was === undefined || was + shift !== index;
  });
  const present = new Set(wanted);
  const movedAt = new Map([...state.movedAt].filter(([id]) => present.has(id)));
  for (const id of moved) {
    movedAt.set(id, at);
  }
  return { ...state, shown: wanted, movedAt };
}

/** Returns the number of places by which the anchor moves; 0 when it does not exist any more. */
function computeShift(
  anchor: string,
  before: ReadonlyMap<string, number>,
  wanted: readonly string[],
): number {
  const was = before.get(anchor);
  const is = wanted.indexOf(anchor);
  return was === undefined || is === -1 ? 0 : is - was;
}

function sameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

export function isGuarded(state: FrozenOrder, id: string, now: number): boolean {
  const movedAt = state.movedAt.get(id);
  return movedAt !== undefined && now - movedAt < GUARD_MS;
}

/** Counts the rows that would disappear or move if the list took the wanted order now. */
export function countChanges(state: FrozenOrder): number {
  const rankOf = new Map(state.wanted.map((id, index) => [id, index]));
  const ranks = state.shown.flatMap((id) => rankOf.get(id) ?? []);
  const gone = state.shown.length - ranks.length;
  return gone + ranks.length - longestRise(ranks);
}

/** Returns the length of the longest increasing subsequence: its rows stay, the others move. */
function longestRise(ranks: readonly number[]): number {
  const tails: number[] = [];
  for (const rank of ranks) {
    const last = tails.at(-1);
    // Most rows are in order already, and need no search.
    const at = last === undefined || last < rank ? tails.length : tails.findIndex((t) => t >= rank);
    tails[at] = rank;
  }
  return tails.length;
}
