import { expect, test } from "vitest";

import { aCall } from "../../testing/a-call.ts";
import { aDesk } from "../../testing/a-desk.ts";
import type { CallOnLine } from "./call-on-line.ts";
import { cardActions, handOverActions } from "./hand-over-actions.ts";
import { bindLineActions } from "./line-actions.ts";

const { move, swap } = handOverActions;
const { offer } = cardActions;
const free = {
  line: "line2",
  leg: null,
  isBridged: false,
  isOnAir: false,
  isBarred: false,
  isBarredBack: false,
} as const;

function onLine(change: Partial<CallOnLine> = {}): CallOnLine {
  return {
    call: aCall(1),
    line: "line1",
    status: "talking",
    isConnected: true,
    isMuted: false,
    pending: null,
    isBarred: false,
    other: free,
    may: () => true,
    ...change,
  };
}

test("[QU62] only a role that may put calls to air can move and offer a call on air", () => {
  const at = onLine({ status: "on_air" });
  const screener = onLine({ status: "on_air", may: () => false });

  expect([move.isPossible(at), offer.isPossible(at)]).toEqual([true, true]);
  expect([move.isPossible(screener), offer.isPossible(screener)]).toEqual([false, false]);
});

test("[QU62] every role can move a call that is not on air, unless it connects or a request is pending", () => {
  for (const status of ["talking", "held"] as const) {
    expect(move.isPossible(onLine({ status, may: () => false }))).toBe(true);
    expect(move.isPossible(onLine({ status, pending: "hold" }))).toBe(false);
  }
  expect(move.isPossible(onLine({ status: "connecting" }))).toBe(false);
});

test("[QU62] [SH42] neither a move nor a swap puts a call onto a barred line", () => {
  const connected = { ...free, leg: "connected" } as const;
  function kindOf(other: CallOnLine["other"]): string | undefined {
    const kinds = { move, swap };
    return Object.entries(kinds).find(([, { isPossible }]) => isPossible(onLine({ other })))?.[0];
  }

  expect(kindOf(free)).toBe("move");
  expect(kindOf({ ...free, isBarred: true })).toBeUndefined();
  expect(kindOf(connected)).toBe("swap");
  expect(kindOf({ ...connected, isBarredBack: true })).toBeUndefined();
  expect(kindOf({ ...free, leg: "connecting" })).toBeUndefined();
});

test("[LN94] a call on air is swapped from its own line, and not from the other line", () => {
  const other = { ...free, leg: "connected", isOnAir: true } as const;

  expect(swap.isPossible(onLine({ other }))).toBe(false);
  expect(swap.isPossible(onLine({ other, status: "held" }))).toBe(false);
  expect(swap.isPossible(onLine({ other, status: "on_air" }))).toBe(true);
  expect(swap.isPossible(onLine({ other: { ...other, isOnAir: false }, status: "on_air" }))).toBe(
    true,
  );
});

test("[LN23] the only action on an offered call is to take it back", async () => {
  const desk = aDesk({ handleCall: { call: aCall(1), claim: null } });
  const at = onLine({ status: "offered" });

  expect([move.isPossible(at), offer.isPossible(at)]).toEqual([false, false]);
  bindLineActions(at, desk).take_back?.();

  await expect
    .poll(() => desk.sent.map(([, body]) => body))
    .toEqual([{ call: aCall(1).id, action: "undo" }]);
});
