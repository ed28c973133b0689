import { describe, expect, test, vi } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, ALICE } from "../../../testing/a-call.ts";
import { aDesk, NOW } from "../../../testing/a-desk.ts";
import { eventsReceived } from "../../store/calls-slice.ts";

const kim = aCall(1);
const me = { user: ALICE, name: "Alice" };
const holder = { ...me, line: "line1" as const };
const screened: Call = { ...kim, desk: { status: "screening", holder, since: NOW } };
const until = "2026-11-21T10:00:04.000Z";
const going: Call = {
  ...kim,
  desk: { status: "held", holder, since: NOW, unattended: false },
  leaving: { reason: "operator_hung_up", by: me, until },
};
const claim = { id: "0190a000-0000-7000-8000-0000000000c1", line: "line1", expiresAt: NOW };

async function aScreeningDesk(call = screened) {
  const answers: Record<string, unknown> = { handleCall: { call, claim } };
  const desk = aDesk(answers, { calls: [call] });
  await desk.actions.accept(kim.id, "line1");
  return { ...desk, answers };
}

describe("ending a call", () => {
  test("[AC7] frees the line at once, and undo returns the caller to it", async () => {
    const { actions, answers, sent, softphones, undo } = await aScreeningDesk();
    answers["handleCall"] = { call: going, claim: null };

    await actions.hangUp(kim.id, "line1");
    expect(softphones.line1.leg).toBeNull();
    answers["handleCall"] = { call: screened, claim };
    await undo.undoLast();

    expect(sent.at(-1)?.[1]).toEqual({ call: kim.id, action: "undo" });
    expect(softphones.line1.leg).toMatchObject({ callId: kim.id });
  });

  test("[AC7] can be undone before the softphone has released the call", async () => {
    const { actions, answers, sent, softphones, undo } = await aScreeningDesk();
    answers["handleCall"] = { call: going, claim: null };
    vi.spyOn(softphones.line1, "disconnect").mockReturnValue(new Promise(() => undefined));

    await actions.hangUp(kim.id, "line1");
    answers["handleCall"] = { call: kim, claim: null };
    expect(await undo.undoLast()).toBe(true);

    expect(sent.at(-1)?.[1]).toEqual({ call: kim.id, action: "undo" });
  });

  test.each([
    ["that returns no claim", null],
    ["that returns the first call's old claim", claim],
  ])(
    "[DS22] followed by undo %s leaves the line to the call that connects there",
    async (_, answered) => {
      const lee = aCall(2);
      const { actions, answers, connects, softphones, store, undo } = await aScreeningDesk();
      answers["handleCall"] = { call: going, claim: null };
      await actions.hangUp(kim.id, "line1");
      const next = { ...claim, id: "0190a000-0000-7000-8000-0000000000c2" };
      answers["handleCall"] = { call: { ...screened, id: lee.id }, claim: next };
      await actions.accept(lee.id, "line1");

      const held = { ...going, leaving: null };
      answers["handleCall"] = { call: held, claim: answered };
      await undo.undoLast();

      expect(softphones.line1.leg).toMatchObject({ status: "connecting", callId: lee.id });
      expect(connects.map((one) => one["claim"])).toEqual([claim.id, next.id]);
      expect(store.getState().calls.byId[kim.id]).toMatchObject({
        leaving: null,
        desk: { status: "held" },
      });
      expect(store.getState().desk.notices).toEqual([]);
    },
  );

  test("[AC7] cannot be undone on air, nor after the call has ended", async () => {
    const { actions, answers, store, undo } = await aScreeningDesk();
    const final = {
      ...going,
      leaving: { reason: "operator_hung_up", by: me, until: null },
    } as Call;
    answers["handleCall"] = { call: final, claim: null };
    await actions.hangUp(kim.id, "line1");
    expect(await undo.undoLast()).toBe(false);

    const event = { seq: 9, type: "call.changed" as const, call: going };
    store.dispatch(eventsReceived({ station: kim.station, events: [event] }));
    const ended = { ...final, desk: { status: "ended", reason: "rejected", at: NOW } } as Call;
    const last = { seq: 10, type: "call.ended" as const, call: ended };
    store.dispatch(eventsReceived({ station: kim.station, events: [last] }));
    expect(await undo.undoLast()).toBe(false);
  });

  test("does nothing on a locked call: the line shows this and has a button that unlocks it", async () => {
    const locked = { ...screened, marks: { ...screened.marks, locked: true } };
    const { actions, answers, sent, store, requests } = await aScreeningDesk(locked);
    answers["handleCall"] = { call: screened, claim: null };

    await actions.hangUp(kim.id, "line1");
    const [notice] = store.getState().desk.notices;
    expect(notice).toMatchObject({
      words: "0491 570 006 is locked. The call was not ended",
      line: "line1",
      actionLabel: "Unlock",
    });
    expect(sent).toHaveLength(1);
    requests.act(notice?.id ?? "");

    expect(sent.at(-1)?.[1]).toEqual({ call: kim.id, action: "unlock" });
    expect(store.getState().desk.notices).toEqual([]);
  });
});

describe("rejecting a call", () => {
  test("[AC4] immediately shows, for 5 s, that the caller is leaving, and undo keeps the caller", async () => {
    let answer: (value: unknown) => void = () => undefined;
    const rejectCalls = new Promise((resolve) => (answer = resolve));
    const answers: Record<string, unknown> = {
      rejectCalls,
      handleCall: { call: kim, claim: null },
    };
    const { actions, sent, store, undo } = aDesk(answers);

    const rejecting = actions.reject(kim.id);
    expect(store.getState().calls.byId[kim.id]?.leaving).toEqual({
      reason: "rejected",
      by: me,
      until: "2026-11-21T10:00:06.000Z",
    });
    answer({ rejected: [kim.id], spared: [] });
    await rejecting;
    await undo.undoLast();

    expect(sent.at(-1)?.[1]).toEqual({ call: kim.id, action: "undo" });
    expect(store.getState().calls.byId[kim.id]?.leaving).toBeNull();
  });

  test("[AC17] leaves a caller whom the server does not reject unchanged, and a notice gives the reason", async () => {
    const spared = [{ call: kim.id, reason: "locked" }];
    const { actions, store } = aDesk({ rejectCalls: { rejected: [], spared } });

    await actions.reject(kim.id);

    expect(store.getState().calls.byId[kim.id]?.leaving).toBeNull();
    expect(store.getState().desk.notices).toMatchObject([
      { words: "0491 570 006 was not rejected: locked" },
    ]);
  });
});
