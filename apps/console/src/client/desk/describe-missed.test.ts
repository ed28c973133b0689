import { expect, test } from "vitest";

import type { Call, EndReason } from "@linedesk/contract";
import { aCall, ALICE, BOB } from "../../testing/a-call.ts";
import { describeMissed } from "./describe-missed.ts";

function named(number: number, name: string, change: Partial<Call> = {}): Call {
  const call = aCall(number, change);
  return { ...call, caller: { ...call.caller, name } };
}

function ended(call: Call, reason: EndReason = "caller_hung_up"): Call {
  return { ...call, desk: { status: "ended", reason, at: "" } };
}

function away(before: Call[], now: Call[], gone: Call[] = [], cameAndWent = 0) {
  const byId = Object.fromEntries(before.map((call) => [call.id, call]));
  return describeMissed({ before: byId, now, ended: gone, cameAndWent, me: ALICE });
}

const kim = named(1, "Kim Ng");
const since = "2026-11-21T10:00:00.000Z";
const bob = { user: BOB, name: "Bob", line: "line1" as const };

test("[CN22] new calls are counted and who hung up is named", () => {
  expect(away([kim], [aCall(2), aCall(3), aCall(4)], [ended(kim)])).toBe(
    "While you were away: 3 new calls, Kim Ng hung up",
  );
  expect(away([], [aCall(2)])).toBe("While you were away: 1 new call");
});

test("[CN22] so are who was taken by a colleague, and who is attended by nobody", () => {
  const screening = { status: "screening" as const, holder: bob, since };
  const held = { status: "held" as const, holder: bob, since, unattended: true };

  expect(away([kim], [{ ...kim, desk: screening }])).toBe("While you were away: Bob took Kim Ng");
  expect(away([{ ...kim, desk: screening }], [{ ...kim, desk: held }])).toBe(
    "While you were away: Kim Ng is unattended",
  );
  const mine = { ...screening, holder: { ...bob, user: ALICE } };
  expect(away([kim], [{ ...kim, desk: mine }])).toBeNull();
});

test("[CN22] so are who came meanwhile and is with a colleague, or gone again", () => {
  const screening = { status: "screening" as const, holder: bob, since };

  expect(away([], [{ ...kim, desk: screening }], [], 5)).toBe(
    "While you were away: 5 calls came and ended, Bob took Kim Ng",
  );
  expect(away([], [], [], 1)).toBe("While you were away: 1 call came and ended");
  // Bob rang Kim himself.
  expect(away([], [{ ...kim, direction: "outbound", desk: screening }])).toBeNull();
});

test("[CN22] nothing is said where nothing happened, and what is beyond four is counted", () => {
  const six = [1, 2, 3, 4, 5, 6].map((number) => named(number, `N${number}`));

  expect(away([kim], [kim])).toBeNull();
  expect(
    away(
      six,
      [],
      six.map((call) => ended(call)),
    ),
  ).toBe("While you were away: N1 hung up, N2 hung up, N3 hung up, N4 hung up, 2 more");
});
