import { describe, expect, test } from "vitest";
import * as z from "zod";

import type { Call } from "@linedesk/contract";
import { HttpError } from "../../../lib/http-client.ts";
import { aCall, ALICE, STATION_ID } from "../../../testing/a-call.ts";
import { aDesk, refused } from "../../../testing/a-desk.ts";
import { aRefusal } from "../../../testing/a-refusal.ts";
import { connectionChanged, microphoneChanged, panelChanged } from "../../store/desk-slice.ts";

const call = aCall(1);
const holder = { user: ALICE, name: "Alice", line: "line1" as const };
const since = "2026-11-21T10:00:00.000Z";
const screened: Call = { ...call, desk: { status: "screening", holder, since } };
const claim = { id: "0190a000-0000-7000-8000-0000000000c1", line: "line1", expiresAt: since };

describe("at the desk,", () => {
  test("[DS2] accept claims the call and connects the line's softphone with the claim", async () => {
    const { actions, sent, connects, store } = aDesk({ handleCall: { call, claim } });

    await actions.accept(call.id, "line1");

    expect(sent).toEqual([["handleCall", { call: call.id, action: "accept", line: "line1" }]]);
    expect(connects).toEqual([{ line: "line1", claim: claim.id }]);
    expect(store.getState().desk.ongoing_call1).toMatchObject({ callId: call.id });
  });

  test("[DS2] the late second press of a double click on an accept is not sent", async () => {
    const { actions, sent } = aDesk({ handleCall: { call, claim } });

    await actions.accept(call.id, "line1");
    await actions.accept(call.id, "line1");

    expect(sent).toHaveLength(1);
  });

  describe("[CN6] during reconnecting", () => {
    function reconnecting(answers: Record<string, unknown>) {
      const timers: { run: () => void; ms: number; cancelled: boolean }[] = [];
      const desk = aDesk(answers, {
        schedule: (run, ms) => {
          const timer = { run, ms, cancelled: false };
          timers.push(timer);
          return () => void (timer.cancelled = true);
        },
      });
      desk.store.dispatch(connectionChanged({ status: "reconnecting", attempt: 1, since: 0 }));
      return { ...desk, timers };
    }
    const ways = [
      ["an accept", (desk: ReturnType<typeof aDesk>) => desk.actions.accept(call.id, "line1")],
      ["a rejection", (desk: ReturnType<typeof aDesk>) => desk.leaving.reject(call.id)],
    ] as const;

    test.each(ways)(
      "[CN6] %s waits, and is sent when the console is live again",
      async (_, act) => {
        const rejected = { calls: [], rejected: [], spared: [] };
        const desk = reconnecting({ handleCall: { call, claim }, rejectCalls: rejected });

        const acting = act(desk);
        await Promise.resolve();
        expect(desk.sent).toEqual([]);
        expect(desk.store.getState().desk.pending[call.id]).toBeDefined();
        desk.store.dispatch(connectionChanged({ status: "live" }));
        await acting;

        expect(desk.sent).toHaveLength(1);
        const waits = desk.timers.filter(({ ms }) => ms === 3_000);
        expect(waits.map(({ cancelled }) => cancelled)).toEqual([true]);
      },
    );

    test.each(ways)("[CN6] %s that waited 3 s shows why it failed", async (_, act) => {
      const lost = new HttpError({ kind: "network" });
      const desk = reconnecting({ handleCall: lost, rejectCalls: lost });

      const acting = act(desk);
      await Promise.resolve();
      desk.timers[0]?.run();
      await acting;

      expect(desk.store.getState().desk.notices).toMatchObject([
        { tone: "failure", words: "We could not reach the server", actionLabel: "Retry" },
      ]);
    });
  });

  test("[VD66] accept on a line with a call opens a granted microphone while the server answers, and releases it after a refusal", async () => {
    const answers: Record<string, unknown> = { handleCall: { call, claim } };
    const { actions, store, softphones, microphone } = aDesk(answers, { registers: true });
    await softphones.line1.device.register();
    store.dispatch(microphoneChanged("granted"));
    await actions.accept(call.id, "line1");

    await actions.accept(aCall(2).id, "line1");
    expect(microphone.slice(2)).toEqual(["opened", "connected", "released"]);

    answers["handleCall"] = refused("call_taken", "Bob has it");
    await actions.takeOver(call.id, "line1");
    expect(microphone.slice(5)).toEqual(["opened", "released"]);
  });

  test("[VD66] accept does not open a microphone without permission", async () => {
    const { actions, softphones, microphone } = aDesk(
      { handleCall: { call, claim } },
      { registers: true },
    );
    await softphones.line1.device.register();

    await actions.accept(call.id, "line1");

    expect(microphone).toEqual(["connected"]);
  });

  describe("with a registered line and a granted microphone", () => {
    async function ready(answers: Record<string, unknown>) {
      const desk = aDesk(answers, { registers: true });
      await desk.softphones.line1.device.register();
      desk.store.dispatch(microphoneChanged("granted"));
      return desk;
    }

    test("[DS35] accept connects with the requested claim before the answer", async () => {
      const answers: Record<string, unknown> = {};
      const { actions, sent, connects, store } = await ready(answers);
      let answer: (value: unknown) => void = () => undefined;
      answers["handleCall"] = new Promise((resolve) => (answer = resolve));

      const accepted = actions.accept(call.id, "line1");
      await Promise.resolve();
      const wanted = z.object({ claim: z.uuid() }).parse(sent[0]?.[1]).claim;
      await expect.poll(() => connects).toEqual([{ line: "line1", claim: wanted }]);
      answer({ call, claim: { ...claim, id: wanted } });
      await accepted;

      expect(connects).toHaveLength(1);
      expect(store.getState().desk.ongoing_call1).toMatchObject({ callId: call.id });
    });

    test("accept draws nothing until the microphone is connected, and then draws all changes together", async () => {
      const { actions, store, microphone } = await ready({ handleCall: { call, claim } });
      const drawn: unknown[] = [];
      store.subscribe(() => drawn.push(microphone.length));

      const accepted = actions.accept(call.id, "line1");
      for (let turn = 0; turn < 20 && microphone.length === 0; turn += 1) {
        await Promise.resolve();
      }

      expect(microphone).toEqual(["connected"]);
      expect(drawn).toEqual([]);
      expect(store.getState().desk).toMatchObject({
        pending: { [call.id]: "accept" },
        ongoing_call1: { status: "connecting", callId: call.id },
      });
      await accepted;
      await expect.poll(() => drawn.length).toBeGreaterThan(0);
    });

    test("[DS35] [DS2] accept is undone when a colleague was faster, and the notice names the colleague", async () => {
      const { actions, store, softphones } = await ready({
        handleCall: refused("call_taken", "Bob has it"),
      });

      await actions.accept(call.id, "line1");

      expect(softphones.line1.leg).toBeNull();
      expect(store.getState().desk.notices).toMatchObject([
        { words: "Bob has it", code: null, line: "line1" },
      ]);
    });

    test("[DS35] accept uses a claim that the person already has", async () => {
      const { actions, connects } = await ready({ handleCall: { call, claim } });

      await actions.accept(call.id, "line1");

      expect(connects.at(-1)).toEqual({ line: "line1", claim: claim.id });
    });

    test("[DS35] [DS8] accept waits for the answer when the line has a call", async () => {
      const answers: Record<string, unknown> = { handleCall: { call, claim } };
      const { actions, connects, softphones } = await ready(answers);
      await actions.accept(call.id, "line1");
      const before = connects.length;
      answers["handleCall"] = refused("call_taken", "Bob has it");

      await actions.accept(aCall(2).id, "line1");

      expect(connects).toHaveLength(before);
      expect(softphones.line1.leg).toMatchObject({ callId: call.id });
    });
  });

  test("[DS15] Next requests the station's next caller, and the line gets the caller of the answer", async () => {
    const other: Call = { ...aCall(2), desk: screened.desk };
    const answers: Record<string, unknown> = {};
    const { actions, sent, store, softphones } = aDesk(answers, { registers: true });
    await softphones.line1.device.register();
    store.dispatch(microphoneChanged("granted"));
    let answer: (value: unknown) => void = () => undefined;
    answers["handleCall"] = new Promise((resolve) => (answer = resolve));

    const taking = actions.takeNext(call, "line1");
    const wanted = sent[0]?.[1] as { claim: string };
    expect(wanted).toEqual({
      action: "take_next",
      station: STATION_ID,
      line: "line1",
      hiddenFlags: [],
      claim: expect.any(String),
    });
    expect(store.getState().desk.ongoing_call1).toMatchObject({ callId: call.id });
    answer({ call: other, claim: { ...claim, id: wanted.claim } });
    await taking;

    expect(store.getState().desk.ongoing_call1).toMatchObject({ callId: other.id });
  });

  test("[DS2] a refused accept shows the server's message and connects nothing", async () => {
    const { actions, connects, store } = aDesk({ handleCall: refused("call_taken", "Bob has it") });

    await actions.accept(call.id, "line1");

    expect(connects).toEqual([]);
    expect(store.getState().desk.notices).toMatchObject([
      { tone: "failure", words: "Bob has it", code: null, line: "line1" },
    ]);
  });

  test("[QL14] hold is pending until the answer, and is sent once however often it is pressed", async () => {
    let answer: (value: unknown) => void = () => undefined;
    const answered = new Promise((resolve) => (answer = resolve));
    const { actions, sent, store } = aDesk({ handleHold: answered });

    const held = actions.hold(call.id, "line1");
    await actions.hold(call.id, "line1");
    expect(store.getState().desk.pending).toEqual({ [call.id]: "hold" });
    answer({ call: screened, claim: null });
    await held;

    expect(sent).toHaveLength(1);
    expect(store.getState().desk.pending).toEqual({});
  });

  test("[DS8] accept ends the line's leg before it connects the next one", async () => {
    const answers: Record<string, unknown> = { handleCall: { call, claim } };
    const { actions, connects, softphones } = aDesk(answers);
    const next = aCall(2);
    await actions.accept(call.id, "line1");
    answers["handleCall"] = { call: next, claim };

    await actions.accept(next.id, "line1");

    expect(connects).toHaveLength(2);
    expect(softphones.line1.leg).toMatchObject({ status: "connecting", callId: next.id });
  });

  test("hanging up ends the softphone's leg", async () => {
    const answers: Record<string, unknown> = { handleCall: { call, claim } };
    const { actions, softphones, store } = aDesk(answers);
    await actions.accept(call.id, "line1");
    const desk = { status: "ended" as const, reason: "operator_hung_up" as const, at: since };
    answers["handleCall"] = { call: { ...call, desk }, claim: null };

    await actions.hangUp(call.id, "line1");

    expect(softphones.line1.leg).toBeNull();
    expect(store.getState().calls.byId).toEqual({});
  });

  test("[AU29] a person whose session ended during a call can hang up, and is asked to sign in again", async () => {
    const answers: Record<string, unknown> = { handleCall: { call, claim } };
    const { actions, softphones, store } = aDesk(answers);
    await actions.accept(call.id, "line1");
    answers["handleCall"] = aRefusal("not_signed_in", "sign_in_needed");

    await actions.hangUp(call.id, "line1");

    expect(softphones.line1.leg).toBeNull();
    expect(store.getState().desk.notices).toMatchObject([
      { words: "Please sign in again. Your place is kept", code: "SessionRequired" },
    ]);
  });

  test.each(["hold", "resume"] as const)(
    "[AC3] %s is reverted with a notice when the server does not answer within 10 s",
    async (action) => {
      const late = new HttpError({ kind: "timeout", timeoutMs: 10_000 });
      const { actions, store } = aDesk({ handleHold: late });

      const request = actions[action](call.id, "line1");
      expect(store.getState().desk.pending).toEqual({ [call.id]: action });
      await request;

      expect(store.getState().desk.pending).toEqual({});
      expect(store.getState().desk.notices).toMatchObject([
        { tone: "failure", words: "The server did not answer in 10 s. Try again", line: "line1" },
      ]);
    },
  );

  test.each([
    ["accept", "line1"],
    ["takeOver", "line1"],
    ["hold", "line1"],
    ["resume", "line1"],
    ["hangUp", "line1"],
    ["reject", null],
  ] as const)(
    "[QL14] %s is pending until the answer, and a failure is shown",
    async (name, line) => {
      const failure = refused("call_gone", "The call is over");
      const answers = { handleCall: failure, handleHold: failure, rejectCalls: failure };
      const { actions, store } = aDesk(answers);

      const request = name === "reject" ? actions.reject(call.id) : actions[name](call.id, "line1");
      expect(Object.keys(store.getState().desk.pending)).toEqual([call.id]);
      await request;

      expect(store.getState().desk.pending).toEqual({});
      expect(store.getState().desk.notices).toMatchObject([{ words: "The call is over", line }]);
    },
  );

  test("[PN6] the panel shows the caller whom the server chose, and no caller who was not connected", async () => {
    const other = aCall(2);
    const answers: Record<string, unknown> = { handleCall: { call: other, claim } };
    const { actions, store, softphones } = aDesk(answers);

    await actions.takeNext(call, "line1");
    expect(store.getState().desk.selected_call).toBe(other.id);

    await softphones.line1.disconnect();
    answers["handleCall"] = refused("call_taken", "Bob has it");
    const taking = actions.takeNext(call, "line1");
    expect(store.getState().desk.selected_call).toBe(call.id);
    await taking;
    expect(store.getState().desk.selected_call).toBeNull();
  });

  test("[PN10] a notice names the caller whose text was not saved when the panel shows another one", async () => {
    const { actions, store } = aDesk({ nameCaller: refused("call_gone", "The caller is gone") });
    store.dispatch(panelChanged({ type: "opened", call: aCall(2).id }));

    await actions.editCaller(call.id, "name", "Kim");

    expect(store.getState().desk.notices).toMatchObject([
      {
        words: "Your changes to 0491 570 006 are not saved. The caller is gone",
        line: null,
      },
    ]);
  });

  test("[AC14] hold, resume, mute, unmute, reject and hang-up are announced", async () => {
    const { actions, store } = aDesk({
      handleHold: { call: screened, claim: null },
      handleCall: { call: screened, claim: null },
      rejectCalls: { rejected: [call.id], spared: [] },
    });
    const announced: unknown[] = [];
    store.subscribe(() => announced.push(store.getState().desk.lastAction));
    const name = "0491 570 006";

    await actions.hold(call.id, "line1");
    await actions.resume(call.id, "line1");
    actions.mute("line1", true);
    actions.mute("line1", false);
    await actions.reject(call.id);
    await actions.hangUp(call.id, "line1");

    const actionsDone = [...new Set(announced)].filter((one) => one !== null);
    expect(actionsDone).toMatchObject([
      { count: 1, action: { type: "hold", name } },
      { count: 2, action: { type: "resume", name } },
      { count: 3, action: { type: "mute", number: "1" } },
      { count: 4, action: { type: "unmute", number: "1" } },
      { count: 5, action: { type: "reject", name } },
      { count: 6, action: { type: "hang_up", name } },
    ]);
  });
});
