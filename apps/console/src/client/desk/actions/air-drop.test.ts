import { expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { HttpError } from "../../../lib/http-client.ts";
import { aCall, ALICE } from "../../../testing/a-call.ts";
import { aDesk, NOW, refused } from "../../../testing/a-desk.ts";
import { ASchedule } from "../../../testing/a-schedule.ts";
import { callAnswered } from "../../store/calls-slice.ts";
import { selectTakeable } from "../../store/select-takeable.ts";
import { AirDrop } from "./air-drop.ts";

const holder = { user: ALICE, name: "Alice", line: "line2" as const };
const sam: Call = { ...aCall(1), desk: { status: "on_air", holder, since: NOW } };
const conference = { id: "0190f3c4-7a1b-7c3d-8e4f-0123456789af", muted: false, onHold: false };

/** Creates a desk whose line 2 feeds the air and has the caller on it. */
async function onAir(call: Call, answers: Record<string, unknown>) {
  const time = new ASchedule();
  const desk = aDesk(answers, { calls: [call], airLine: "line2" });
  const { softphones, store, requests, http } = desk;
  await softphones.line2.connect({ callId: call.id, claim: "claim", muted: false });
  desk.accept("line2");
  const feedsAir = (line: string) => line === "line2";
  const { schedule } = time;
  const drop = new AirDrop({ http, store, requests, softphones, schedule, feedsAir });
  const words = () => store.getState().desk.notices.map((notice) => notice.words);
  return { ...desk, drop, time, words };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}

test("[LN98] the line hangs up at once, the server ends the call, and a screen reader reads it", async () => {
  const { drop, softphones, sent, store } = await onAir(sam, {
    handleCall: { call: sam, claim: null },
  });

  drop.drop();

  expect(softphones.line2.leg).toBeNull();
  await settle();
  expect(sent).toEqual([["handleCall", { call: sam.id, action: "hang_up" }]]);
  expect(store.getState().desk.lastAction?.action.type).toBe("drop_air");
  expect(store.getState().desk.notices).toEqual([]);
});

test("[LN98] a conference on air ends with all its members, whatever the person's setting for the end of a conference is", async () => {
  const { drop, softphones, sent } = await onAir({ ...sam, conference }, { handleConference: {} });

  drop.drop();

  expect(softphones.line2.leg).toBeNull();
  await settle();
  const body = { action: "end", conference: conference.id, behavior: "END" };
  expect(sent).toEqual([["handleConference", body]]);
});

test("[LN98] a dropped caller is not the next one while the server ends the call", async () => {
  let end: (answer: unknown) => void = () => undefined;
  const answer = new Promise((resolve) => {
    end = resolve;
  });
  const { drop, store } = await onAir(sam, { handleCall: answer });

  drop.drop();
  const unattended = { status: "held", holder: null, since: NOW, unattended: true } as const;
  store.dispatch(callAnswered({ ...sam, desk: unattended }));

  expect(selectTakeable(store.getState()).call).toBeNull();
  end({ call: sam, claim: null });
  await settle();
  expect(store.getState().desk.pending).toEqual({});
});

test("[LN98] without the server the line hangs up, and the server gets the message when it is back", async () => {
  const answers: Record<string, unknown> = { handleCall: new HttpError({ kind: "network" }) };
  const { drop, softphones, sent, time, words } = await onAir(sam, answers);

  drop.drop();
  expect(softphones.line2.leg).toBeNull();
  await settle();
  expect(words()).toEqual(["0491 570 006 is off air. The server gets the message when it is back"]);

  const gateway = { kind: "answered", status: 502, body: null } as const;
  answers["handleCall"] = new HttpError(gateway);
  time.advance(2_000);
  await settle();
  answers["handleCall"] = { call: sam, claim: null };
  time.advance(2_000);
  await settle();

  expect(sent).toHaveLength(3);
  expect(words()).toEqual([]);
});

test.each([
  ["is over", refused("call_gone", "The call is over"), []],
  [
    "is locked",
    refused("call_state", "The call is locked"),
    ["0491 570 006 is off air, but the call has not ended. The call is locked"],
  ],
])(
  "[LN98] a call that %s is off air, and a notice appears if the call has not ended",
  async (_, error, words) => {
    const { drop, softphones, time, sent, ...desk } = await onAir(sam, { handleCall: error });

    drop.drop();
    await settle();
    time.advance(10_000);
    await settle();

    expect(softphones.line2.leg).toBeNull();
    expect(desk.words()).toEqual(words);
    expect(sent).toHaveLength(1);
  },
);

test("[LN98] a caller who still connects leaves as soon as the line is connected", async () => {
  const waiting = aCall(1);
  const { accept, softphones, store, http, requests } = aDesk(
    {},
    { calls: [waiting], airLine: "line2" },
  );
  const connecting = softphones.line2.connect({ callId: waiting.id, claim: "claim", muted: false });
  const feedsAir = (line: string) => line === "line2";
  const schedule = new ASchedule().schedule;

  new AirDrop({ http, store, requests, softphones, schedule, feedsAir }).drop();
  await connecting;
  accept("line2");
  await settle();

  expect(softphones.line2.leg).toBeNull();
});

test("[LN98] a caller on the line that does not feed the air stays", async () => {
  const { drop, softphones, store, sent } = await onAir(sam, {});
  const kim: Call = {
    ...aCall(2),
    desk: { status: "screening", holder: { ...holder, line: "line1" }, since: NOW },
  };
  store.dispatch(callAnswered(kim));
  await softphones.line1.connect({ callId: kim.id, claim: "claim", muted: false });

  drop.drop();

  expect(softphones.line1.leg?.callId).toBe(kim.id);
  expect(softphones.line2.leg).toBeNull();
  expect(sent).toHaveLength(1);
});
