/**
 * The reasons for which rows must keep their places. `ended`: the call of the row with the focus has
 * just ended.
 */
export type FreezeReason = "pointer" | "keys" | "ended" | "menu" | "drag";

/** After the last reason has ended, the list waits this long before it takes the wanted order. */
export const THAW_AFTER_MS = 800;

/** An ended call is shown this long in a frozen list; then its place is empty. */
export const ENDED_FOR_MS = 4_000;

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
  /** The times at which drawn calls ended. Outside of a frozen list no such call is drawn. */
  endedAt: ReadonlyMap<string, number>;
  /** The ended calls whose place is empty. */
  faded: ReadonlySet<string>;
}

/**
 * `visible` is the number of rows from the first one to the end of the view: the rows that a frozen
 * list keeps in place. `anchor` is the first visible row, which scrolling keeps in its place. */
export type OrderEvent =
  | RowsEvent
  | { type: "refilter"; ids: readonly string[]; at: number; anchor: string | null }
  | { type: "freeze"; reason: FreezeReason }
  | { type: "unfreeze"; reason: FreezeReason; at: number }
  | { type: "expire"; reason: FreezeReason; at: number; anchor: string | null }
  | { type: "tick"; at: number; anchor: string | null }
  | { type: "flush"; at: number; anchor: string | null };

interface RowsEvent {
  type: "rows";
  ids: readonly string[];
  at: number;
  anchor: string | null;
  visible: number;
}

export const emptyOrder: FrozenOrder = {
  shown: [],
  wanted: [],
  reasons: new Set(),
  leftAt: null,
  movedAt: new Map(),
  endedAt: new Map(),
  faded: new Set(),
};

export function isFrozen(state: FrozenOrder): boolean {
  return state.reasons.size > 0 || state.leftAt !== null;
}

export function nextOrder(state: FrozenOrder, event: OrderEvent): FrozenOrder {
  switch (event.type) {
    case "rows":
      return isFrozen(state)
        ? keepVisible(state, event)
        : applyWantedOrder({ ...state, wanted: event.ids }, event);
    case "refilter":
      return applyWantedOrder({ ...state, wanted: event.ids }, event);
    case "freeze":
      return freeze(state, event.reason);
    case "unfreeze":
      return unfreeze(state, event);
    case "expire":
      return expire(state, event);
    case "tick":
      return state.leftAt !== null && event.at - state.leftAt >= THAW_AFTER_MS
        ? applyWantedOrder({ ...state, leftAt: null }, event)
        : fade(state, event.at);
    case "flush":
      return applyWantedOrder({ ...state, leftAt: null }, event);
  }
}

function freeze(state: FrozenOrder, reason: FreezeReason): FrozenOrder {
  return state.reasons.has(reason) && state.leftAt === null
    ? state
    : { ...state, reasons: new Set([...state.reasons, reason]), leftAt: null };
}

function unfreeze(
  state: FrozenOrder,
  { reason, at }: { reason: FreezeReason; at: number },
): FrozenOrder {
  if (!state.reasons.has(reason)) {
    return state;
  }
  const reasons = new Set([...state.reasons].filter((each) => each !== reason));
  return { ...state, reasons, leftAt: reasons.size === 0 ? at : null };
}

/** Ends a reason without a further wait, because its time has passed. */
function expire(
  state: FrozenOrder,
  { reason, ...event }: { reason: FreezeReason; at: number; anchor: string | null },
): FrozenOrder {
  if (!state.reasons.has(reason)) {
    return state;
  }
  const reasons = new Set([...state.reasons].filter((each) => each !== reason));
  const rest = { ...state, reasons };
  return isFrozen(rest) ? rest : applyWantedOrder(rest, event);
}

/**
 * Keeps the rows down to the end of the view, and sorts all others below them. A new caller
 * therefore appears at once and moves no visible row.
 */
function keepVisible(state: FrozenOrder, { ids, at, visible }: RowsEvent): FrozenOrder {
  const block = state.shown.slice(0, visible);
  const inBlock = new Set(block);
  const shown = [...block, ...ids.filter((id) => !inBlock.has(id))];
  const endedAt = noteEnded(state, { block, ids, at });
  const ended = { endedAt, faded: new Set([...state.faded].filter((id) => endedAt.has(id))) };
  if (sameOrder(shown, state.shown)) {
    return { ...state, ...ended, wanted: ids };
  }
  const before = new Map(state.shown.map((id, index) => [id, index]));
  const movedAt = new Map(state.movedAt);
  for (const [index, id] of shown.entries()) {
    if (before.get(id) !== index) {
      movedAt.set(id, at);
    }
  }
  return { ...state, ...ended, wanted: ids, shown, movedAt };
}

function noteEnded(
  { endedAt }: FrozenOrder,
  { block, ids, at }: { block: readonly string[]; ids: readonly string[]; at: number },
): ReadonlyMap<string, number> {
  const present = new Set(ids);
  const gone = block.filter((id) => !present.has(id));
  return new Map(gone.map((id) => [id, endedAt.get(id) ?? at]));
}

function fade(state: FrozenOrder, at: number): FrozenOrder {
  const old = [...state.endedAt].filter(([, since]) => at - since >= ENDED_FOR_MS);
  const faded = new Set(old.map(([id]) => id));
  return faded.size === state.faded.size ? state : { ...state, faded };
}

/** Returns the time at which the next ended call fades; `null` when no call is to fade. */
export function nextFadeAt({ endedAt, faded }: FrozenOrder): number | null {
  const times = [...endedAt].flatMap(([id, since]) =>
    faded.has(id) ? [] : [since + ENDED_FOR_MS],
  );
  return times.length === 0 ? null : Math.min(...times);
}

const nobodyEnded = { endedAt: emptyOrder.endedAt, faded: emptyOrder.faded };

function applyWantedOrder(
  state: FrozenOrder,
  { at, anchor }: { at: number; anchor: string | null },
): FrozenOrder {
  const { shown, wanted } = state;
  if (sameOrder(shown, wanted)) {
    return state.shown === wanted ? state : { ...state, ...nobodyEnded, shown: wanted };
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
  return { ...state, ...nobodyEnded, shown: wanted, movedAt };
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
