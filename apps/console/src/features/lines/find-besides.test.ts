import { expect, test } from "vitest";

import type { CallOnLine } from "../../client/actions/call-on-line.ts";
import { findBesides } from "./find-besides.ts";

function besides(status: CallOnLine["status"], other: { isBridged?: boolean; isOnAir?: boolean }) {
  const line = { line: "line2", leg: "connected", isBarred: false, isBarredBack: false } as const;
  return findBesides({ status, other: { ...line, isBridged: true, isOnAir: false, ...other } });
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
