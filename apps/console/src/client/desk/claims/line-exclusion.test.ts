import { describe, expect, test } from "vitest";

import { aCall } from "../../../testing/a-call.ts";
import { aTwoLineDesk, bridged, held, kim, lee } from "../../../testing/a-two-line-desk.ts";
import { callAnswered } from "../../store/calls-slice.ts";
import { microphoneChanged } from "../../store/desk-slice.ts";

describe("with two lines,", () => {
  test.each([
    ["line1", "line2"],
    ["line2", "line1"],
  ] as const)(
    "[LN17] taking a call on the other line mutes %s at once and holds its caller",
    async (first, second) => {
      const { actions, done, softphones, statusOf } = aTwoLineDesk();
      await actions.accept(kim.id, first);
      await expect.poll(() => statusOf(kim)).toBe("screening");

      await actions.accept(lee.id, second);

      await expect.poll(() => statusOf(kim)).toBe("held");
      expect(statusOf(lee)).toBe("screening");
      expect(done).toEqual([`mute ${first}`, "hold kim", `unmute ${first}`]);
      expect(softphones[second].leg).toMatchObject({ callId: lee.id, muted: false });
    },
  );

  test("[LN17] resuming on one line holds the caller of the other", async () => {
    const { actions, done, statusOf } = aTwoLineDesk();
    await actions.accept(kim.id, "line1");
    await expect.poll(() => statusOf(kim)).toBe("screening");
    await actions.accept(lee.id, "line2");
    await expect.poll(() => statusOf(kim)).toBe("held");
    done.length = 0;

    await actions.resume(kim.id, "line1");

    await expect.poll(() => statusOf(lee)).toBe("held");
    expect(statusOf(kim)).toBe("screening");
    expect(done[0]).toBe("mute line2");
    expect(done.toSorted()).toEqual(["hold lee", "mute line2", "resume kim", "unmute line2"]);
  });

  test("[LN17] a caller who cannot be held stays muted, and the line shows the reason", async () => {
    const { actions, softphones, store, statusOf, done } = aTwoLineDesk({ refusesHold: true });
    await actions.accept(kim.id, "line1");
    await expect.poll(() => statusOf(kim)).toBe("screening");

    await actions.accept(lee.id, "line2");

    await expect.poll(() => store.getState().desk.notices).toMatchObject([{ line: "line1" }]);
    expect(softphones.line1.leg).toMatchObject({ callId: kim.id, muted: true });
    expect(softphones.line2.leg).toMatchObject({ callId: lee.id, muted: false });
    expect(done).toEqual(["mute line1", "hold kim"]);
  });

  test("[LN17] no caller is held for a call that a colleague got", async () => {
    const { actions, softphones, store, statusOf, done } = aTwoLineDesk({ refusesLee: true });
    await actions.accept(kim.id, "line1");
    await expect.poll(() => statusOf(kim)).toBe("screening");
    await softphones.line2.device.register();
    store.dispatch(microphoneChanged("granted"));

    await actions.accept(lee.id, "line2");

    await expect.poll(() => done).toEqual(["mute line1", "unmute line1"]);
    expect(statusOf(kim)).toBe("screening");
    expect(softphones.line1.leg).toMatchObject({ callId: kim.id, muted: false });
  });

  test("[LN17] the hold of a conference, one member after the other, does not hold the caller on the other line", async () => {
    const { actions, done, softphones, store, statusOf } = aTwoLineDesk();
    const sam = aCall(3);
    const id = "c0000000-0000-4000-8000-000000000001";
    const conference = { id, muted: false, onHold: false };
    await actions.accept(kim.id, "line1");
    await expect.poll(() => statusOf(kim)).toBe("screening");
    store.dispatch(callAnswered({ ...bridged(sam, "line1"), conference }));
    store.dispatch(callAnswered({ ...bridged(kim, "line1"), conference }));
    await actions.accept(lee.id, "line2");
    await expect.poll(() => statusOf(lee)).toBe("screening");

    store.dispatch(callAnswered({ ...held(kim, "line1"), conference }));
    softphones.line1.setCall(sam.id);

    await expect.poll(() => softphones.line1.leg?.callId).toBe(sam.id);
    store.dispatch(callAnswered({ ...held(sam, "line1"), conference }));
    await expect.poll(() => statusOf(sam)).toBe("held");
    expect(statusOf(lee)).toBe("screening");
    expect(done.filter((one) => one === "hold lee")).toEqual([]);
  });

  test("[LN17] the first caller is held once when the server returns another caller than expected", async () => {
    const { actions, softphones, store, statusOf, done } = aTwoLineDesk();
    await actions.accept(lee.id, "line1");
    await expect.poll(() => statusOf(lee)).toBe("screening");
    await softphones.line2.device.register();
    store.dispatch(microphoneChanged("granted"));

    await actions.takeNext(aCall(3), "line2");

    await expect.poll(() => statusOf(lee)).toBe("held");
    await expect.poll(() => done).toEqual(["mute line1", "hold lee", "unmute line1"]);
    expect(softphones.line2.leg).toMatchObject({ callId: kim.id, muted: false });
  });

  test("[DS66] a dialled number keeps ringing during a call on the other line, and is held when it answers", async () => {
    const { actions, done, store, statusOf, softphones } = aTwoLineDesk();
    await actions.accept(kim.id, "line1");
    const dial = { limitS: 60, endsAt: null };
    const ringing = { ...bridged(kim, "line1"), callState: "ringing" as const, dial };
    store.dispatch(callAnswered(ringing));

    await actions.accept(lee.id, "line2");
    await expect.poll(() => statusOf(lee)).toBe("screening");
    expect(done).toEqual(["mute line1"]);
    expect(store.getState().desk.notices).toEqual([]);

    store.dispatch(callAnswered({ ...ringing, callState: "in_progress" }));
    await expect.poll(() => statusOf(kim)).toBe("held");
    expect(done).toEqual(["mute line1", "hold kim", "unmute line1"]);

    store.dispatch(callAnswered(ringing));
    await softphones.line2.disconnect();
    store.dispatch(callAnswered({ ...ringing, callState: "in_progress" }));
    await expect.poll(() => softphones.line1.leg?.muted).toBe(false);
    expect(done.filter((one) => one.startsWith("hold"))).toEqual(["hold kim"]);
  });

  test("[CF28] a private talk mutes the other line and does not hold its caller", async () => {
    const { actions, done, store, statusOf, softphones } = aTwoLineDesk();
    await actions.accept(lee.id, "line2");
    store.dispatch(callAnswered(held(kim, "line1")));
    await expect.poll(() => statusOf(lee)).toBe("screening");

    await actions.resumePrivately(kim.id, "line1");

    await expect.poll(() => statusOf(kim)).toBe("screening");
    expect(statusOf(lee)).toBe("screening");
    expect(done).toEqual(["mute line2", "resume kim"]);
    expect(softphones.line2.leg?.muted).toBe(true);
  });

  test("[LN17] a call that still connects is muted, and held as soon as possible", async () => {
    const { actions, softphones, statusOf } = aTwoLineDesk();
    const first = actions.accept(kim.id, "line1");
    const second = actions.accept(lee.id, "line2");
    await Promise.all([first, second]);

    await expect
      .poll(() => new Set([kim, lee].map(statusOf)))
      .toEqual(new Set(["held", "screening"]));
    expect([softphones.line1.leg?.muted, softphones.line2.leg?.muted]).toEqual([false, false]);
  });

  test("[LN18] with Talk on both, both lines are active until one is held", async () => {
    const { actions, store, statusOf } = aTwoLineDesk();
    await actions.accept(kim.id, "line1");
    await expect.poll(() => statusOf(kim)).toBe("screening");
    await actions.accept(lee.id, "line2");
    await expect.poll(() => statusOf(kim)).toBe("held");

    await actions.resumeBeside(kim.id, "line1");

    expect([statusOf(kim), statusOf(lee)]).toEqual(["screening", "screening"]);
    expect(store.getState().desk.bothLines).toBe(true);
    await actions.hold(lee.id, "line2");
    expect(store.getState().desk.bothLines).toBe(false);
    await actions.resume(lee.id, "line2");
    await expect.poll(() => statusOf(kim)).toBe("held");
  });

  test("[LN19] the line that takes a call becomes the selected one", async () => {
    const { actions, store } = aTwoLineDesk();

    await actions.accept(kim.id, "line2");

    expect(store.getState().desk).toMatchObject({ selected_device: 2, selected_call: kim.id });
  });

  test("[LN19] a call that moves to the other line mutes and holds nothing", async () => {
    const { actions, handOver, done, softphones, statusOf } = aTwoLineDesk();
    await actions.accept(kim.id, "line1");
    await expect.poll(() => statusOf(kim)).toBe("screening");

    await handOver.moveToLine(kim.id, "line2");
    expect(softphones.line1.leg?.callId).toBe(kim.id);
    expect(softphones.line2.leg?.callId).toBe(kim.id);
    await softphones.line1.disconnect();

    expect(statusOf(kim)).toBe("screening");
    expect(done.join()).not.toMatch(/hold|mute/);
    expect(softphones.line2.leg?.muted).toBe(false);
  });
});
