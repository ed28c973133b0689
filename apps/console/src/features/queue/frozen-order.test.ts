import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  countChanges,
  emptyOrder,
  isFrozen,
  isGuarded,
  nextFadeAt,
  nextOrder,
} from "./frozen-order.ts";
import type { FrozenOrder, OrderEvent } from "./frozen-order.ts";

function play(events: OrderEvent[], from: FrozenOrder = emptyOrder): FrozenOrder {
  return events.reduce(nextOrder, from);
}

function rows(ids: string, at = 0, anchor: string | null = null, visible = 20): OrderEvent {
  return { type: "rows", ids: ids.split(""), at, anchor, visible };
}
const freeze: OrderEvent = { type: "freeze", reason: "pointer" };
function unfreeze(at: number): OrderEvent {
  return { type: "unfreeze", reason: "pointer", at };
}
function tick(at: number): OrderEvent {
  return { type: "tick", at, anchor: null };
}
function flush(at: number): OrderEvent {
  return { type: "flush", at, anchor: null };
}
function shown(state: FrozenOrder) {
  return state.shown.join("");
}

describe("a live list", () => {
  test("follows the server's order", () => {
    expect(shown(play([rows("abc"), rows("cab")]))).toBe("cab");
  });
});

describe("a frozen list", () => {
  test.each(["pointer", "keys", "ended", "menu", "drag"] as const)(
    "[QL3] keeps its rows in place for the reason `%s`",
    (reason) => {
      const state = play([rows("abc"), { type: "freeze", reason }, rows("cba")]);

      expect(shown(state)).toBe("abc");
      expect(countChanges(state)).toBe(2);
    },
  );

  test("[QL5] keeps an ended call in its place", () => {
    expect(shown(play([rows("abc"), freeze, rows("ac")]))).toBe("abc");
  });

  test("[QL5] adds a new call below the visible rows at once, where it moves none of them", () => {
    const state = play([rows("abc"), freeze, rows("nabc")]);

    expect(shown(state)).toBe("abcn");
    expect(countChanges(state)).toBe(1);
    expect(shown(play([rows("abcdef"), freeze, rows("nabcfed", 0, null, 3)]))).toBe("abcnfed");
  });

  test("[QL5] removes ended calls at once only below the visible rows", () => {
    expect(shown(play([rows("abcdef"), freeze, rows("acdf", 0, null, 3)]))).toBe("abcdf");
  });

  test("[QL5] shows an ended call for 4 s, keeps its place empty, and closes up when it thaws", () => {
    const ended = play([rows("abc"), freeze, rows("ac", 1_000)]);
    expect(nextFadeAt(ended)).toBe(5_000);
    expect([...play([tick(4_999)], ended).faded]).toEqual([]);

    const faded = play([tick(5_000)], ended);
    expect([shown(faded), ...faded.faded]).toEqual(["abc", "b"]);
    expect(nextFadeAt(faded)).toBeNull();

    const thawed = play([unfreeze(6_000), tick(6_800)], faded);
    expect([shown(thawed), ...thawed.faded]).toEqual(["ac"]);
    expect(nextFadeAt(thawed)).toBeNull();
  });

  test("[QL5] shows an ended call that rings again, in its place", () => {
    const again = play([rows("abc"), freeze, rows("ac", 0), tick(4_000), rows("abc", 5_000)]);
    expect([...play([tick(5_001)], again).faded]).toEqual([]);
  });

  test("[QL7] is sorted at once when the time of its last reason has passed", () => {
    const rested: OrderEvent = { type: "expire", reason: "pointer", at: 5_000, anchor: null };
    const keyed: OrderEvent = { type: "expire", reason: "keys", at: 3_000, anchor: null };
    const both = play([
      rows("abc"),
      freeze,
      { type: "freeze", reason: "keys" },
      rows("cba"),
      keyed,
    ]);

    expect(shown(both)).toBe("abc");
    const thawed = play([rested], both);
    expect([shown(thawed), isFrozen(thawed)]).toEqual(["cba", false]);
  });

  test("[QL5] counts only the rows that would leave or move", () => {
    expect(countChanges(play([rows("abcd"), freeze, rows("dabc")]))).toBe(1);
    expect(countChanges(play([rows("abcd"), freeze, rows("acd")]))).toBe(1);
    expect(countChanges(play([rows("abcd"), freeze, rows("abcde")]))).toBe(0);
    expect(countChanges(play([rows("abcd"), freeze, rows("nca")]))).toBe(4);
  });

  test("[QL7] is sorted again 800 ms after the pointer left, not before", () => {
    const left = play([rows("abc"), freeze, rows("cba"), unfreeze(1000)]);

    expect(shown(play([tick(1799)], left))).toBe("abc");
    const thawed = play([tick(1800)], left);
    expect(shown(thawed)).toBe("cba");
    expect(isFrozen(thawed)).toBe(false);
  });

  test("[QL7] stays frozen when the pointer returns within 800 ms", () => {
    const back = play([rows("abc"), freeze, rows("cba"), unfreeze(1000), freeze, tick(5000)]);
    expect(shown(back)).toBe("abc");
  });

  test("[QL7] is sorted when the person presses U, and stays frozen under the pointer", () => {
    const state = play([rows("abc"), freeze, rows("cba"), flush(50), rows("bca")]);
    expect(shown(state)).toBe("cba");
  });

  test("stays frozen while one of two reasons continues", () => {
    const state = play([
      rows("ab"),
      freeze,
      { type: "freeze", reason: "menu" },
      unfreeze(10),
      tick(5000),
    ]);
    expect(isFrozen(state)).toBe(true);
  });

  test("takes the order of a new filter although it is frozen", () => {
    const event: OrderEvent = { type: "refilter", ids: ["c"], at: 5, anchor: null };
    expect(shown(play([rows("abc"), freeze, event]))).toBe("c");
  });
});

describe("the click guard", () => {
  test("[QL8] ignores a click within 300 ms after its row has moved", () => {
    const state = play([rows("abc"), rows("bc", 1000)]);

    expect(isGuarded(state, "b", 1299)).toBe(true);
    expect(isGuarded(state, "b", 1300)).toBe(false);
  });

  test("[QL8] [QL10] does not guard rows that moved together with the scroll position", () => {
    const state = play([rows("abcd"), rows("bcd", 1000, "c")]);

    expect(isGuarded(state, "c", 1001)).toBe(false);
    expect(isGuarded(state, "d", 1001)).toBe(false);
  });

  test("guards a new row, and not a row that stays", () => {
    const state = play([rows("abc"), rows("abcd", 1000)]);

    expect(isGuarded(state, "a", 1001)).toBe(false);
    expect(isGuarded(state, "d", 1001)).toBe(true);
  });
});

test("[QL8] no row under the pointer is ever replaced during many changes", () => {
  const order = fc.uniqueArray(fc.constantFrom(..."abcdefghijkl".split("")), { maxLength: 12 });
  fc.assert(
    fc.property(order, fc.array(order, { maxLength: 30 }), fc.nat(11), (first, later, index) => {
      let state = play([{ type: "rows", ids: first, at: 0, anchor: null, visible: 12 }, freeze]);
      const aimed = state.shown[index];

      for (const [i, ids] of later.entries()) {
        state = nextOrder(state, {
          type: "rows",
          ids,
          at: i * 10,
          anchor: null,
          visible: index + 1,
        });
      }

      expect(aimed === undefined || state.shown[index] === aimed).toBe(true);
      expect(new Set(state.shown).size).toBe(state.shown.length);
      expect([...nextOrder(state, flush(1)).shown]).toEqual(later.at(-1) ?? first);
    }),
    { numRuns: 1000 },
  );
});
