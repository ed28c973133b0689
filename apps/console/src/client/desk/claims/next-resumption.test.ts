import { describe, expect, test } from "vitest";

import {
  beginResumption,
  type LostCall,
  nextResumption,
  type Resumption,
  type ResumptionEvent,
} from "./next-resumption.ts";

const begun = 1_000;
const until = begun + 10_000;
const states: Record<Resumption["status"], Resumption> = {
  waiting: beginResumption(begun),
  joining: { status: "joining", until, call: "c1", conference: null },
  held: { status: "held" },
  joined: { status: "joined" },
  gone: { status: "gone" },
  failed: { status: "failed" },
};

function checked(type: Exclude<LostCall["type"], "interrupted"> | "interrupted", at = begun + 1) {
  const lost: LostCall = type === "interrupted" ? { type, call: "c1" } : { type };
  return { type: "checked", lost, at } satisfies ResumptionEvent;
}

const events: Record<string, ResumptionEvent> = {
  unknown: checked("unknown"),
  "unknown, late": checked("unknown", until),
  pressed: checked("pressed"),
  "pressed, late": checked("pressed", until),
  interrupted: checked("interrupted"),
  "interrupted, late": checked("interrupted", until),
  held: checked("held"),
  unattended: checked("unattended"),
  gone: checked("gone"),
  joined: { type: "joined" },
  refused: { type: "refused", at: begun + 1 },
};

const columns = Object.keys(events);
const table: Record<Resumption["status"], string> = {
  waiting: "- failed - - joining failed held failed gone - -",
  joining: "- - - - - - - - gone joined waiting",
  held: "- - - - - - - gone gone - -",
  joined: "- - - - - - - - - - -",
  gone: "- - - - - - - - - - -",
  failed: "- - - - - - - - - - -",
};

describe("the return of a call after a restart of the exchange", () => {
  test.each(Object.keys(table) as Resumption["status"][])(
    "[CN26] [CN27] goes on from %s as the table defines",
    (status) => {
      const before = states[status];

      const after = columns.map((name) => nextResumption(before, events[name] ?? checked("gone")));

      expect(after.map((state) => (state === before ? "-" : state.status)).join(" ")).toBe(
        table[status],
      );
    },
  );

  test("[CN26] tries again after a delay, and fails when its 10 s are over", () => {
    const refused = nextResumption(states.joining, { type: "refused", at: 2_000 });

    expect(nextResumption(refused, checked("interrupted", 2_100))).toBe(refused);
    expect(nextResumption(refused, checked("interrupted", 2_250))).toEqual(states.joining);
    expect(nextResumption(refused, checked("interrupted", until))).toEqual(states.failed);
  });
});
