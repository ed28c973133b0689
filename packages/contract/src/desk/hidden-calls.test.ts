import { expect, test } from "vitest";

import type { Call } from "../calls/calls.ts";
import { isHiddenCall } from "./hidden-calls.ts";

const me = "0190a000-0000-7000-8000-00000000000a";
const bob = "0190a000-0000-7000-8000-00000000000b";
const nuisance = "0190a000-0000-7000-8000-0000000000f1";
const vip = "0190a000-0000-7000-8000-0000000000f2";
const hidden = new Set([nuisance]);
const unmarked = { next: false, locked: false, pinned: false, verified: false };
const since = "2026-11-21T10:00:00.000Z";

function aCall(over: Partial<Call> = {}, flagIds = [nuisance]): Call {
  const call = { desk: { status: "waiting" }, claimedBy: null, marks: unmarked };
  return { ...call, caller: { flagIds }, ...over } as unknown as Call;
}

function holder(user: string) {
  return { user, name: "", line: "line1" as const };
}

test("[FL10] only calls whose caller has a hidden flag are hidden", () => {
  expect(isHiddenCall(aCall(), hidden, me)).toBe(true);
  expect(isHiddenCall(aCall({}, [vip, nuisance]), hidden, me)).toBe(true);
  expect(isHiddenCall(aCall({}, [vip]), hidden, me)).toBe(false);
  expect(isHiddenCall(aCall({}, []), hidden, me)).toBe(false);
  expect(isHiddenCall(aCall(), new Set(), me)).toBe(false);
});

test("[FL10] a held, on-air, marked or own call is never hidden", () => {
  const shown: Partial<Call>[] = [
    { desk: { status: "held", holder: holder(bob), since, unattended: false } },
    { desk: { status: "held", holder: null, since, unattended: true } },
    { desk: { status: "on_air", holder: holder(bob), since } },
    { desk: { status: "screening", holder: holder(me), since } },
    { claimedBy: holder(me) },
    ...(["next", "locked", "pinned", "verified"] as const).map((mark) => ({
      marks: { ...unmarked, [mark]: true },
    })),
  ];

  for (const over of shown) {
    expect([over, isHiddenCall(aCall(over), hidden, me)]).toEqual([over, false]);
  }
  const elsewhere = aCall({ desk: { status: "screening", holder: holder(bob), since } });
  expect(isHiddenCall(elsewhere, hidden, me)).toBe(true);
});
