import fc from "fast-check";
import { expect, test } from "vitest";

import { createRowSlots } from "./row-slots.ts";

function isAlways(): boolean {
  return true;
}

function aList(isListed: (id: string) => boolean = isAlways) {
  const assign = createRowSlots();
  return (ids: string, moving = true) =>
    assign({ ids: ids.split(""), isListed, moving, fast: false }).map(
      ({ key, id }) => `${key}${id}`,
    );
}

test("while a list scrolls, a new row takes the slot of a row that has left", () => {
  const assign = aList();

  expect(assign("abc")).toEqual(["0a", "1b", "2c"]);
  expect(assign("bcd")).toEqual(["0d", "1b", "2c"]);
  expect(assign("def")).toEqual(["0d", "1e", "2f"]);
});

test("[QL10] at rest the document has the order of the list, whichever slots the rows have", () => {
  const assign = aList();
  assign("abc");
  assign("bcd");

  expect(assign("bcd", false)).toEqual(["1b", "2c", "0d"]);
  expect(assign("dbc", false)).toEqual(["0d", "1b", "2c"]);
});

test("the slot of an ended call is not reused, because a click could answer another caller", () => {
  const assign = aList((id) => id !== "a");
  assign("abc");

  expect(assign("bcd")).toEqual(["1b", "2c", "3d"]);
});

test("[QL32] a row that appears during a fast scroll is short until the list slows down", () => {
  const assign = createRowSlots();
  const list = (ids: string, fast: boolean) =>
    assign({ ids: ids.split(""), isListed: isAlways, moving: true, fast }).map(
      ({ id, short }) => `${id}${short ? " in short" : ""}`,
    );

  expect(list("abc", false)).toEqual(["a", "b", "c"]);
  expect(list("bcd", true)).toEqual(["d in short", "b", "c"]);
  expect(list("bcdef", true)).toEqual(["d in short", "b", "c", "e in short", "f in short"]);
  expect(list("cdefg", false)).toEqual(["d", "g", "c", "e", "f"]);
});

test("each row has one slot and keeps it while it is mounted", () => {
  const ids = fc.uniqueArray(fc.constantFrom(..."abcdefghijkl".split("")), { maxLength: 6 });
  const step = fc.record({ ids, moving: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const assign = createRowSlots();
      let before = new Map<string, number>();
      for (const each of steps) {
        const slots = assign({ ...each, isListed: isAlways, fast: false });
        expect(slots.map(({ id }) => id).toSorted()).toEqual(each.ids.toSorted());
        expect(new Set(slots.map(({ key }) => key)).size).toBe(slots.length);
        for (const { key, id } of slots) {
          expect(before.get(id) ?? key).toBe(key);
        }
        before = new Map(slots.map(({ key, id }) => [id, key]));
      }
    }),
  );
});
