import { expect, test } from "vitest";

import { endReason, outboundConference } from "@linedesk/contract";
import { aCall, anAirState, ALICE, STATION_ID } from "../../../testing/a-call.ts";
import { aDesk, NOW } from "../../../testing/a-desk.ts";
import { eventsReceived } from "../../store/calls-slice.ts";
import { connectionChanged, legChanged } from "../../store/desk-slice.ts";
import { describeUnanswered } from "./dialler.ts";

test("[OB8] busy, declined, no answer, not found and not reached each have their own text, and cancelling has none", () => {
  const words = Object.fromEntries(
    endReason.options.map((reason) => [reason, describeUnanswered(reason)]),
  );

  expect(words).toMatchObject({
    busy: "busy",
    declined: "declined",
    no_answer: "no answer",
    not_found: "number not found",
    failed: "not reached",
    exchange_lost: "not reached",
    operator_hung_up: null,
  });
});

test("[CN7] while offline no number is dialled, and the reason is shown", async () => {
  const { dialler, store, sent } = aDesk({});
  store.dispatch(connectionChanged({ status: "offline", since: 0 }));

  await dialler.dial(STATION_ID, "0255502210", "line1");

  expect(sent).toEqual([]);
  expect(dialler.state.refused).toBe("You are offline. Call when you are online");
});

test("a number is dialled into the line's conference at the conference's own station", async () => {
  const conference = "0190a000-0000-7000-8000-00000000c0de";
  const elsewhere = "0190a000-0000-7000-8000-000000000023";
  const member = aCall(1, {
    station: elsewhere,
    desk: anAirState(ALICE),
    conference: { id: conference, muted: false, onHold: false },
  });
  const call = aCall(2, { station: elsewhere, callState: "ringing" });
  const { dialler, store, sent } = aDesk(
    { [outboundConference.id]: { call, claim: null } },
    { calls: [member] },
  );
  const leg = { status: "connected" as const, callId: member.id, muted: false, quality: null };
  store.dispatch(legChanged({ line: "line1", leg: { ...leg, since: NOW } }));

  await dialler.dial(STATION_ID, "0255502210", "line1");

  expect(sent).toEqual([
    [outboundConference.id, { station: elsewhere, to: "0255502210", conference }],
  ]);
});

test("[OB3] a ringing number is not dialled again, and the field is empty once it has answered", async () => {
  const conference = { id: "0190a000-0000-7000-8000-00000000c0de", muted: false, onHold: false };
  const member = aCall(1, { desk: anAirState(ALICE), conference });
  const call = aCall(2, { callState: "ringing" });
  const { dialler, store, sent } = aDesk(
    { [outboundConference.id]: { call, claim: null } },
    { calls: [member] },
  );
  const leg = { status: "connected" as const, callId: member.id, muted: false, quality: null };
  store.dispatch(legChanged({ line: "line1", leg: { ...leg, since: NOW } }));
  function answer(answered: Partial<typeof call>): void {
    const changed = { ...call, ...answered };
    const event = { seq: 2, type: "call.changed" as const, call: changed };
    store.dispatch(eventsReceived({ station: STATION_ID, events: [event] }));
  }

  dialler.type("0255502210");
  await dialler.dial(STATION_ID, "0255502210", "line1");
  await dialler.dial(STATION_ID, "0255502210", "line1");
  expect(sent).toHaveLength(1);
  expect(dialler.state.draft).toBe("0255502210");
  answer({ callState: "in_progress", answeredAt: NOW });

  expect(dialler.state.draft).toBe("");
  await dialler.dial(STATION_ID, "0255502210", "line1");
  expect(sent).toHaveLength(2);
});

test("[OB3] another number that is typed meanwhile stays in the field", async () => {
  const call = aCall(2, { callState: "ringing" });
  const { dialler, store } = aDesk({ [outboundConference.id]: { call, claim: null } });

  dialler.type("0255502210");
  await dialler.dial(STATION_ID, "0255502210", "line1");
  dialler.type("0255502211");
  const answered = { ...call, callState: "in_progress" as const, answeredAt: NOW };
  const event = { seq: 2, type: "call.changed" as const, call: answered };
  store.dispatch(eventsReceived({ station: STATION_ID, events: [event] }));

  expect(dialler.state.draft).toBe("0255502211");
});
