import { expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import type { ConferenceRequest } from "../../client/desk/conference/conferences.ts";
import { aCall, ALICE } from "../../testing/a-call.ts";
import { buildConferenceView, type ViewInput } from "./build-conference-view.ts";

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

function build(
  over: Partial<Omit<ViewInput, "me" | "commands">> = {},
  end: "END" | "HOLD" = "END",
) {
  const sent: (ConferenceRequest | [string, string])[] = [];
  const commands = {
    send: (body: ConferenceRequest) => void sent.push(body),
    talkback: (call: string) => void sent.push(["talk", call]),
    endTalkback: (call: string) => void sent.push(["endTalkback", call]),
    dialIn: (to: string) => void sent.push(["dialIn", to]),
    extend: (call: string) => void sent.push(["extend", call]),
    endBehavior: end,
  };
  const around = { calls, own, me: ALICE, speaking: {}, isOtherFree: true, mayExtend: true };
  return { view: buildConferenceView({ ...around, commands, ...over }), sent };
}

test("[AC8] the end of a conference has the effect that the setting names, and leaving is a separate action", () => {
  for (const behavior of ["END", "HOLD"] as const) {
    const { view, sent } = build({}, behavior);
    expect(view.end?.kind).toBe(behavior);
    view.end?.run();
    view.leave?.();
    expect(sent).toEqual([
      { action: "end", conference, behavior },
      { action: "leave", conference },
    ]);
  }
});

test("[PN20] the card lists all members with their state, and mutes, holds and removes each", () => {
  const { view, sent } = build({ speaking: { [own.id]: true } });
  expect(view).toMatchObject({ status: "live", onAir: true });
  expect(view.members.map(({ status }) => status)).toEqual(["speaking", "muted", "on_hold"]);
  const [, second, third] = view.members;
  second?.toggleMute?.();
  third?.toggleHold?.();
  second?.remove?.();
  view.hold?.run();
  const [, two, three] = calls.map(({ id }) => id);
  expect(sent).toEqual([
    { action: "mute", conference, calls: [two], on: false },
    { action: "hold", conference, calls: [three], on: false },
    { action: "remove", conference, calls: [two] },
    { action: "hold", conference, on: true },
  ]);
});

test("[PN20] the card starts a conference from a call, or adds callers to the existing one", () => {
  const alone = aCall(5, { desk: { status: "screening", holder, since } });
  const start = build({ own: alone, calls: [alone, waiting] });
  expect(start.view).toMatchObject({ status: "ready_to_start", end: null, leave: null });
  start.view.candidates[0]?.add();
  expect(start.sent).toEqual([{ action: "start", calls: [alone.id, waiting.id] }]);

  const add = build();
  expect(add.view.candidates.map(({ call }) => call.id)).toEqual([waiting.id]);
  add.view.candidates[0]?.add();
  expect(add.sent).toEqual([{ action: "add", conference, calls: [waiting.id] }]);
  expect(build({ own: null }).view).toMatchObject({ status: "none", candidates: [] });
});

test("[CF17] a member on hold can talk privately on a free line and stays in the list, and the talk can be ended", () => {
  const { view, sent } = build();
  const [first, , third] = view.members;
  expect([first?.talkback, build({ isOtherFree: false }).view.members[2]?.talkback]).toEqual([
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
  expect(during.view.members.map(({ status }) => status)).toEqual(["in", "private"]);
  expect(during.view.members[1]).toMatchObject({
    toggleHold: null,
    toggleMute: null,
    remove: null,
  });
  expect(during.view.candidates.map(({ call }) => call.id)).toEqual([waiting.id]);
  during.view.members[1]?.endTalkback?.();
  expect([...sent, ...during.sent]).toEqual([
    ["talk", aside.id],
    ["endTalkback", aside.id],
  ]);
});

test("[OB17] a person with the permission gives a dialled member of the conference more time", () => {
  const dial = { limitS: 3_600, endsAt: "2026-11-21T10:01:00.000Z" };
  const dialled = { ...member(2), dial };
  const { view, sent } = build({ calls: [own, dialled] });
  expect(view.members.map(({ extend }) => extend === null)).toEqual([true, false]);
  view.members[1]?.extend?.();
  expect(sent).toEqual([["extend", dialled.id]]);

  const withoutRight = build({ calls: [own, dialled], mayExtend: false });
  expect(withoutRight.view.members[1]?.extend).toBeNull();
});
