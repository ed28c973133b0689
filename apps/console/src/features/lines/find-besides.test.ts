import { expect, test } from "vitest";

import type { CallOnLine } from "../../client/actions/call-on-line.ts";
import { findBesides } from "./find-besides.ts";

function besides(
  status: CallOnLine["status"],
  other: { isBridged?: boolean; isOnAir?: boolean },
  own: { isOpenOnAir?: boolean; feedsAir?: boolean } = {},
) {
  const line = { line: "line2", leg: "connected", isBarred: false, isBarredBack: false } as const;
  const beside = { ...line, isBridged: true, isOnAir: false, ...other };
  return findBesides({ status, other: beside, isOpenOnAir: false, feedsAir: false, ...own });
}

test("[LN18] two lines off air, or two on air, show that the person is on both lines", () => {
  expect(besides("talking", {})).toBe("bothLines");
  expect(besides("on_air", { isOnAir: true })).toBe("bothLines");
  expect(besides("talking", { isBridged: false })).toBeNull();
  expect(besides("held", {})).toBeNull();
});

test("[LN94] a line beside one on air shows that it is private, and the line on air shows nothing", () => {
  expect(besides("talking", { isOnAir: true })).toBe("privateLine");
  expect(besides("on_air", {})).toBeNull();
});

test("[LN94] a private line whose open microphone is also on air is not shown as private", () => {
  expect(besides("talking", { isOnAir: true }, { isOpenOnAir: true })).toBe("heardOnAir");
  expect(besides("talking", {}, { isOpenOnAir: true })).toBe("bothLines");
});

test("[LN102] a held, a dialled, an offered and an interrupted call of a line that feeds the air have the words To air", () => {
  expect(besides("held", {}, { feedsAir: true })).toBe("toAir");
  expect(besides("held", { isBridged: false }, { feedsAir: true })).toBe("toAir");
  expect(besides("dialling", {}, { feedsAir: true })).toBe("toAir");
  expect(besides("reconnecting", {}, { feedsAir: true })).toBe("toAir");
  expect(besides("on_air", {}, { feedsAir: true })).toBeNull();
  expect(besides("offered", {}, { feedsAir: true })).toBe("toAir");
  expect(besides("held", {})).toBeNull();
});
