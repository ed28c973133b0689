import { describe, expect, test } from "vitest";

import type { Call, DeviceLine } from "@linedesk/contract";
import { aCall, ALICE, BOB } from "../../../testing/a-call.ts";
import { aDesk, NOW, refused } from "../../../testing/a-desk.ts";
import { callAnswered, eventsReceived } from "../../store/calls-slice.ts";
import { followLegs } from "../claims/follow-legs.ts";

const [kim, lee] = [aCall(1), aCall(2)];
const bob = { user: BOB, name: "Bob" };

function on(call: Call, line: DeviceLine): Call {
  const holder = { user: ALICE, name: "Alice", line };
  return { ...call, desk: { status: "screening", holder, since: NOW } };
}

function offered(call: Call): Call {
  const from = { user: ALICE, name: "Alice", line: "line1" as const };
  const desk = { status: "held" as const, holder: from, since: NOW, unattended: false };
  return { ...call, desk, offer: { to: bob, from, until: NOW } };
}

interface Body {
  call: string;
  action: string;
  line?: DeviceLine;
  to?: string;
}

let count = 0;

/** Moves, swaps and offers calls like the server, as requested. */
function obey({ call, action, line, to }: Body) {
  const requested = call === kim.id ? kim : lee;
  count += 1;
  const id = `0190a000-0000-7000-8000-${String(count).padStart(12, "0")}`;
  const isClaiming = action === "accept" || (action === "move" && to === undefined);
  return {
    call: to === undefined ? on(requested, line ?? "line1") : offered(requested),
    claim: isClaiming ? { id, line: line ?? "line1", expiresAt: NOW } : null,
  };
}

async function screeningOn(...lines: [Call, DeviceLine][]) {
  const answers: Record<string, unknown> = { handleCall: obey };
  const desk = aDesk(answers, { calls: [kim, lee] });
  for (const [call, line] of lines) {
    await desk.actions.accept(call.id, line);
  }
  function bodies() {
    return desk.sent.slice(lines.length).map(([, body]) => body);
  }
  return { ...desk, answers, bodies };
}

describe("with two lines,", () => {
  test("[DS20] [LN19] a move to the other line connects and selects that line, and a muted call stays muted", async () => {
    const { handOver, softphones, store, bodies } = await screeningOn([kim, "line1"]);
    softphones.line1.mute(true);

    await handOver.moveToLine(kim.id, "line2");

    expect(bodies()).toEqual([{ call: kim.id, action: "move", line: "line2" }]);
    expect(softphones.line2.leg).toMatchObject({ callId: kim.id, muted: true });
    expect(store.getState().desk.selected_device).toBe(2);
  });

  test("[KY22] a move is undone by a move back, once the first line is free", async () => {
    const { handOver, softphones, undo, bodies } = await screeningOn([kim, "line1"]);
    await handOver.moveToLine(kim.id, "line2");
    expect(await undo.undoLast()).toBe(false);

    await handOver.moveToLine(kim.id, "line2");
    await softphones.line1.disconnect();
    await undo.undoLast();

    expect(bodies().at(-1)).toEqual({ call: kim.id, action: "move", line: "line1" });
    expect(softphones.line1.leg).toMatchObject({ callId: kim.id });
  });

  test("[DS20] [LN19] a swap exchanges the callers of the lines without a new connection", async () => {
    const { handOver, softphones, connects, undo, bodies } = await screeningOn(
      [kim, "line1"],
      [lee, "line2"],
    );

    await handOver.swap(kim.id);

    expect([softphones.line1.leg?.callId, softphones.line2.leg?.callId]).toEqual([lee.id, kim.id]);
    expect(connects).toHaveLength(2);
    await undo.undoLast();
    expect([softphones.line1.leg?.callId, softphones.line2.leg?.callId]).toEqual([kim.id, lee.id]);
    expect(bodies()).toEqual([
      { call: kim.id, action: "swap" },
      { call: kim.id, action: "swap" },
    ]);
  });

  test("[LN94] the undo of a swap names the call that the swap put to air", async () => {
    const both = await screeningOn([kim, "line1"], [lee, "line2"]);
    const { handOver, store, undo, bodies } = both;
    await handOver.swap(kim.id);
    const { desk } = on(lee, "line1");
    const onAir = { ...lee, desk: { ...desk, status: "on_air" } } as Call;
    store.dispatch(callAnswered(onAir));

    await undo.undoLast();

    expect(bodies().at(-1)).toEqual({ call: lee.id, action: "swap" });
  });

  test("[LN19] the lines follow a swap that only the events reported", async () => {
    const { softphones, store } = await screeningOn([kim, "line1"], [lee, "line2"]);
    const stop = followLegs({ store, softphones });
    function callsOnLines() {
      return [softphones.line1.leg?.callId, softphones.line2.leg?.callId];
    }

    const events = [on(kim, "line2"), on(lee, "line1")].map((call, index) => ({
      seq: index + 2,
      type: "call.changed" as const,
      call,
    }));
    store.dispatch(eventsReceived({ station: kim.station, events: events.slice(0, 1) }));
    expect(callsOnLines()).toEqual([kim.id, lee.id]);
    store.dispatch(eventsReceived({ station: kim.station, events }));

    expect(callsOnLines()).toEqual([lee.id, kim.id]);
    stop();
  });

  test("a refused swap leaves both lines unchanged, and the line shows the reason", async () => {
    const { answers, handOver, softphones, store } = await screeningOn(
      [kim, "line1"],
      [lee, "line2"],
    );
    answers["handleCall"] = refused("call_state", "Lee is locked.");

    await handOver.swap(kim.id);

    expect(softphones.line1.leg?.callId).toBe(kim.id);
    expect(store.getState().desk.notices).toMatchObject([
      { words: "Lee is locked.", line: "line1", actionLabel: "Retry" },
    ]);
  });
});

test("[DS64] a caller whose air-ready check is incomplete is swapped to air at a second press", async () => {
  const { handOver, answers, store, requests, bodies } = await screeningOn(
    [kim, "line1"],
    [lee, "line2"],
  );
  answers["handleCall"] = refused("not_air_ready", "Kim is not ready for air.");
  await handOver.swap(kim.id);
  const [notice] = store.getState().desk.notices;
  expect(notice).toMatchObject({ actionLabel: "Put to air anyway" });

  answers["handleCall"] = obey;
  requests.act(notice?.id ?? "");

  await expect.poll(() => bodies().length).toBe(2);
  expect(bodies().at(-1)).toEqual({ call: kim.id, action: "swap", evenIfNotReady: true });
});

test("[CF6] a line whose caller has left its conference shows another member of the conference", async () => {
  const { softphones, store } = await screeningOn([kim, "line1"]);
  const stop = followLegs({ store, softphones });
  const conference = { id: kim.station, muted: false, onHold: false };
  const ended = { status: "ended" as const, reason: "caller_hung_up" as const, at: NOW };
  const events = [
    { seq: 2, type: "call.changed" as const, call: { ...on(kim, "line1"), conference } },
    { seq: 3, type: "call.changed" as const, call: { ...on(lee, "line1"), conference } },
    { seq: 4, type: "call.ended" as const, call: { ...kim, desk: ended } },
  ];
  store.dispatch(eventsReceived({ station: kim.station, events: events.slice(0, 2) }));
  expect(softphones.line1.leg?.callId).toBe(kim.id);

  store.dispatch(eventsReceived({ station: kim.station, events }));

  expect(softphones.line1.leg?.callId).toBe(lee.id);
  stop();
});

describe("giving a call to a colleague", () => {
  test("[DS17] [LN25] offers it, keeps the line and is announced, and undo withdraws the offer", async () => {
    const { handOver, store, softphones, undo, bodies } = await screeningOn([kim, "line1"]);

    await handOver.offer(kim.id, bob);

    expect(softphones.line1.leg).toMatchObject({ callId: kim.id });
    expect(store.getState().calls.byId[kim.id]?.offer?.to).toEqual(bob);
    expect(store.getState().desk.lastAction?.action).toMatchObject({ type: "offer", to: "Bob" });
    await undo.undoLast();
    expect(bodies()).toEqual([
      { call: kim.id, action: "move", to: BOB },
      { call: kim.id, action: "undo" },
    ]);
  });

  test("[LN24] sends an accept when the colleague takes the call, and an undo when the colleague returns it", async () => {
    const { actions, leaving, bodies } = await screeningOn();

    await actions.accept(kim.id, "line1");
    await leaving.undo(lee.id);

    expect(bodies()).toEqual([
      { call: kim.id, action: "accept", line: "line1" },
      { call: lee.id, action: "undo" },
    ]);
  });
});
