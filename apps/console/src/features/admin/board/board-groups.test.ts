import { expect, test } from "vitest";

import { type BoardCheck, boardParts } from "@linedesk/contract";
import { findRemedy, findVerdict, groupChecks, listCauses } from "./board-groups.ts";

function aCheck(over: Partial<BoardCheck>): BoardCheck {
  return { part: "line", name: null, state: "go", finding: "open", amount: null, ...over };
}

const closed = aCheck({ name: "Contest", state: "look", finding: "closed" });
const unrung = aCheck({ part: "number", state: "no_go", finding: "not_reached" });

test("[AD202] three groups of four tiles contain every part, in a fixed order", () => {
  const groups = groupChecks(boardParts.map((part) => aCheck({ part })));

  expect(groups.map(({ tiles }) => tiles.length)).toEqual([4, 4, 4]);
  const parts = groups.flatMap(({ tiles }) => tiles.flatMap(({ checks }) => checks));
  expect(parts.map(({ part }) => part).toSorted()).toEqual([...boardParts].toSorted());
  expect(groupChecks([]).map(({ tiles }) => tiles.map(({ name }) => name))).toEqual(
    groups.map(({ tiles }) => tiles.map(({ name }) => name)),
  );
});

test("[AD202] a tile counts the good checks of its kind, and has the state of the worst check", () => {
  const tile = groupChecks([aCheck({ name: "Main" }), closed])[0]?.tiles[2];

  expect(tile).toMatchObject({ name: "lines", good: 1, state: "look" });
  expect(tile?.checks.map(({ name }) => name)).toEqual(["Contest", "Main"]);
});

test("[AD202] only a check that stops the show makes NO GO, and such checks are the first causes", () => {
  expect(findVerdict([aCheck({}), closed])).toBe("go");
  expect(findVerdict([closed, unrung])).toBe("no_go");
  expect(listCauses([aCheck({}), closed, unrung])).toEqual([unrung, closed]);
});

test("[AD30] a finding leads to the section of its remedy, and an untested number to its test call", () => {
  expect(findRemedy(aCheck({}))).toBeNull();
  expect(findRemedy(closed)).toBe("lines");
  expect(findRemedy(unrung)).toBe("telephony");
  expect(findRemedy(aCheck({ part: "number", state: "look", finding: "not_tested" }))).toBe("ring");
  expect(findRemedy(aCheck({ part: "disk", state: "look", finding: "little" }))).toBeNull();
});
