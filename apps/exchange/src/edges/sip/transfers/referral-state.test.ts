import { describe, expect, test } from "vitest";

import { nextReferral, type ReferralEvent, type ReferralState } from "./referral-state.ts";

const sent: ReferralState = { status: "asked", notifiedCode: null, isLast: false };
const early: ReferralState = { status: "asked", notifiedCode: 200, isLast: true };
const accepted: ReferralState = { status: "accepted", sipCode: 202, notifiedCode: 100 };
const over: ReferralState = { status: "over", sipCode: 202, notifiedCode: 486 };

const accepts: ReferralEvent = { type: "answered", sipCode: 202, hasSubscription: true };
const silent: ReferralEvent = { type: "answered", sipCode: 202, hasSubscription: false };
const refused: ReferralEvent = { type: "answered", sipCode: 405, hasSubscription: true };
const unanswered: ReferralEvent = { type: "answered", sipCode: null, hasSubscription: true };
const rings: ReferralEvent = { type: "notified", code: 180, isLast: false };
const reached: ReferralEvent = { type: "notified", code: 200, isLast: false };
const ended: ReferralEvent = { type: "notified", code: null, isLast: true };
const givenUp: ReferralEvent = { type: "given_up" };

/** The cell contains the status, the answer and the last report. */
type Cell = [status: string, sipCode: number | null, notifiedCode: number | null];

const table: [ReferralState, ReferralEvent, Cell][] = [
  [sent, accepts, ["accepted", 202, null]],
  [sent, silent, ["over", 202, null]],
  [sent, refused, ["over", 405, null]],
  [sent, unanswered, ["over", null, null]],
  [sent, rings, ["asked", null, 180]],
  [sent, reached, ["asked", null, 200]],
  [sent, ended, ["asked", null, null]],
  [sent, givenUp, ["over", null, null]],
  [early, accepts, ["over", 202, 200]],
  [early, silent, ["over", 202, 200]],
  [early, refused, ["over", 405, 200]],
  [early, unanswered, ["over", null, 200]],
  [early, rings, ["asked", null, 180]],
  [early, reached, ["asked", null, 200]],
  [early, ended, ["asked", null, 200]],
  [early, givenUp, ["over", null, 200]],
  [accepted, accepts, ["accepted", 202, 100]],
  [accepted, silent, ["accepted", 202, 100]],
  [accepted, refused, ["accepted", 202, 100]],
  [accepted, unanswered, ["accepted", 202, 100]],
  [accepted, rings, ["accepted", 202, 180]],
  [accepted, reached, ["over", 202, 200]],
  [accepted, ended, ["over", 202, 100]],
  [accepted, givenUp, ["over", 202, 100]],
  ...[accepts, silent, refused, unanswered, rings, reached, ended, givenUp].map(
    (event): [ReferralState, ReferralEvent, Cell] => [over, event, ["over", 202, 486]],
  ),
];

describe("our REFER", () => {
  test.each(table)("[XI84] in %o after %o has the listed state", (state, event, cell) => {
    const after = nextReferral(state, event);

    const sipCode = after.status === "asked" ? null : after.sipCode;
    expect([after.status, sipCode, after.notifiedCode]).toEqual(cell);
  });
});
