import { expect, test } from "vitest";

import { ALICE } from "../../testing/a-call.ts";
import { held, kim, lee } from "../../testing/a-two-line-desk.ts";
import { type ConferSeat, bindConfers } from "./confer-actions.ts";
import type { ActingDesk } from "./desk-action.ts";

test("[CF28] the menu of a caller whom I hold offers a private talk on my unselected line, if that line is free or has this caller", () => {
  const call = held(kim, "line1");
  const seat: ConferSeat = {
    me: ALICE,
    own: null,
    line: "line2",
    restingLine: "line1",
    restingCall: null,
    stations: new Set([kim.station]),
  };
  function privateLines(over: Partial<ConferSeat>) {
    const entries = bindConfers(call, { ...seat, ...over }, {} as ActingDesk);
    return entries.filter(({ id }) => id === "talk_privately").map(({ line }) => line);
  }

  expect(privateLines({})).toEqual(["line1"]);
  expect(privateLines({ restingCall: kim.id })).toEqual(["line1"]);
  expect(privateLines({ restingCall: lee.id })).toEqual([]);
  expect(privateLines({ restingLine: null })).toEqual([]);
});
