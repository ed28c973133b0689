import { expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import type { ConferenceRequest } from "../../client/desk/conference/conferences.ts";
import { deriveDisplayState } from "../../client/store/derive-display-state.ts";
import { aCall, ALICE, BOB } from "../../testing/a-call.ts";
import { buildConferenceView, buildMembers, type ViewInput } from "./build-conference-view.ts";

const since = "2026-11-21T10:00:00.000Z";
const conference = "0190a000-0000-7000-8000-00000000c0de";
const holder = { user: ALICE, name: "Alice", line: "line1" as const };

function member(n: number, over: Partial<NonNullable<Call["conference"]>> = {}): Call {
  const desk = { status: "on_air" as const, holder, since };
  return aCall(n, { desk, conference: { id: conference, muted: false, onHold: false, ...over } });
}

const own = member(1);
const waiting = aCall(4);
const calls = [own, member(2, { muted: true }), member(3, { onHold: true }), waiting];

function build(over: Partial<Omit<ViewInput, "me" | "commands">> = {}, feedsAir = false) {
  const sent: (ConferenceRequest | [string, string])[] = [];
  const commands = {
    send: (body: ConferenceRequest) => void sent.push(body),
    talkback: (call: string) => void sent.push(["talk", call]),
    endTalkback: (call: string) => void sent.push(["endTalkback", call]),
    dialIn: (to: string) => void sent.push(["dialIn", to]),
    extend: (call: string) => void sent.push(["extend", call]),
  };
  const around = { calls, own, me: ALICE, speaking: {}, isOtherFree: true, mayExtend: true };
  const input = { ...around, commands, ...over };
  const view = buildConferenceView(input, feedsAir);
  return { view, members: buildMembers(conference, input), sent };
}

test("[CF24] a line lists all members with their state, and unmutes, resumes and removes a member", () => {
  const { view, members, sent } = build({ speaking: { [own.id]: true } });
  expect(view).toMatchObject({ status: "live", onAir: true, people: 3 });
  expect(members.map(({ status }) => status)).toEqual(["speaking", "muted", "on_hold"]);
  const [, second, third] = members;
  second?.toggleMute?.();
  third?.toggleHold?.();
  second?.remove?.();
  const [, two, three] = calls.map(({ id }) => id);
  expect(sent).toEqual([
    { action: "mute", conference, calls: [two], on: false },
    { action: "hold", conference, calls: [three], on: false },
    { action: "remove", conference, calls: [two] },
  ]);
});

test("[CF30] a caller on the way into the room is shown as joining on the card and in the queue", () => {
  const joining = { id: conference, muted: false, onHold: false };
  const held = { status: "held" as const, holder, since, unattended: false };
  const ways = [
    aCall(6, { conference: joining }),
    aCall(7, { conference: joining, desk: { status: "ready", since } }),
    aCall(8, { conference: joining, desk: held }),
  ];
  const { members } = build({ calls: [own, ...ways] });
  expect(members.map(({ status }) => status)).toEqual(["in", "joining", "joining", "joining"]);
  expect(ways.map((call) => deriveDisplayState(call, ALICE))).toEqual([
    "claimed",
    "claimed",
    "claimed",
  ]);
});

test("the card starts a conference from a call, or adds callers to the existing one", () => {
  const alone = aCall(5, { desk: { status: "screening", holder, since } });
  const start = build({ own: alone, calls: [alone, waiting] });
  expect(start.view).toMatchObject({ status: "ready_to_start", people: 0 });
  start.view.candidates[0]?.add?.();
  expect(start.sent).toEqual([{ action: "start", calls: [alone.id, waiting.id] }]);

  const add = build();
  expect(add.view.candidates.map(({ call }) => call.id)).toEqual([waiting.id]);
  add.view.candidates[0]?.add?.({ evenIfNotReady: true });
  expect(add.sent).toEqual([
    { action: "add", conference, calls: [waiting.id], evenIfNotReady: true },
  ]);
  expect(build({ own: null }).view).toMatchObject({ status: "none", candidates: [] });
});

test("[CF29] screened callers come first, and a colleague's caller cannot be added", () => {
  const bob = { user: BOB, name: "Bob", line: "line1" as const };
  const others = [
    waiting,
    aCall(9, { desk: { status: "screening", holder: bob, since } }),
    aCall(10, { desk: { status: "ready", since } }),
    aCall(11, { air: { radioOff: true, agreed: false } }),
  ];
  const { view } = build({ calls: [own, ...others] });
  expect(
    view.candidates.map(({ call, state, isScreened, add }) => [
      others.findIndex(({ id }) => id === call.id),
      state,
      isScreened,
      add !== null,
    ]),
  ).toEqual([
    [2, "verified", true, true],
    [3, "ringing", true, true],
    [0, "ringing", false, true],
    [1, "elsewhere", false, false],
  ]);
});

test("[CF29] the card says whether the public hears everybody who is added", () => {
  const alone = aCall(5, { desk: { status: "screening", holder, since } });
  expect(build({ own: alone, calls: [alone] }).view.onAir).toBe(false);
  expect(build({ own: alone, calls: [alone] }, true).view.onAir).toBe(true);
});

test("[CF17] a member on hold can talk privately on a free line and stays in the list, and the talk can be ended", () => {
  const { members, sent } = build();
  const [first, , third] = members;
  expect([first?.talkback, build({ isOtherFree: false }).members[2]?.talkback]).toEqual([
    null,
    null,
  ]);
  third?.talkback?.();

  const desk = {
    status: "screening" as const,
    holder: { ...holder, line: "line2" as const },
    since,
  };
  const aside = aCall(3, { desk, talkback: conference });
  const during = build({ calls: [own, aside, waiting], isOtherFree: false });
  expect(during.members.map(({ status }) => status)).toEqual(["in", "private"]);
  expect(during.members[1]).toMatchObject({
    toggleHold: null,
    toggleMute: null,
    remove: null,
  });
  expect(during.view.candidates.map(({ call }) => call.id)).toEqual([waiting.id]);
  during.members[1]?.endTalkback?.();
  expect([...sent, ...during.sent]).toEqual([
    ["talk", aside.id],
    ["endTalkback", aside.id],
  ]);
});

test("[OB17] a person with the permission gives a dialled member of the conference more time", () => {
  const dial = { limitS: 3_600, endsAt: "2026-11-21T10:01:00.000Z" };
  const dialled = { ...member(2), dial };
  const { members, sent } = build({ calls: [own, dialled] });
  expect(members.map(({ extend }) => extend === null)).toEqual([true, false]);
  members[1]?.extend?.();
  expect(sent).toEqual([["extend", dialled.id]]);

  const withoutRight = build({ calls: [own, dialled], mayExtend: false });
  expect(withoutRight.members[1]?.extend).toBeNull();
});
