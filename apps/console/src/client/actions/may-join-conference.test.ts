import { expect, test } from "vitest";

import { aCall, BOB } from "../../testing/a-call.ts";
import { mayJoinConference } from "./may-join-conference.ts";

const since = "2026-11-21T10:00:00.000Z";
const me = "0190a000-0000-7000-8000-00000000000a";
const mine = { user: me, name: "Me", line: "line1" as const };
const bobs = { user: BOB, name: "Bob", line: "line1" as const };

test("[CF14] waiting, unattended and own callers can be added to a conference", () => {
  const held = { status: "held", since, unattended: false } as const;
  const can = [
    aCall(1),
    aCall(2, { desk: { status: "ready", since } }),
    aCall(3, { desk: { ...held, holder: mine } }),
    aCall(4, { desk: { ...held, holder: bobs, unattended: true } }),
    aCall(5, { desk: { status: "screening", since, holder: mine } }),
  ];
  const cannot = [
    aCall(6, { claimedBy: bobs }),
    aCall(7, { desk: { ...held, holder: bobs } }),
    aCall(8, { desk: { status: "on_air", since, holder: bobs } }),
    aCall(9, { conference: { id: me, muted: false, onHold: false } }),
    aCall(10, { leaving: { reason: "rejected", by: null, until: since } }),
    aCall(11, { callBack: { since, tries: 0 } }),
    aCall(12, { desk: { status: "ended", reason: "caller_hung_up", at: since } }),
  ];
  expect(can.filter((call) => !mayJoinConference(call, me, false))).toEqual([]);
  expect(cannot.filter((call) => mayJoinConference(call, me, false))).toEqual([]);
});

test("[LN94] a caller on air joins only a conference on air", () => {
  const onAir = aCall(1, { desk: { status: "on_air", since, holder: mine } });
  expect([false, true].map((toAir) => mayJoinConference(onAir, me, toAir))).toEqual([false, true]);
});
