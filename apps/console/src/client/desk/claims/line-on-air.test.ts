import { describe, expect, test } from "vitest";

import type { Call, DeviceLine } from "@linedesk/contract";
import { aTwoLineDesk, bridged, held, kim, lee } from "../../../testing/a-two-line-desk.ts";
import { callAnswered } from "../../store/calls-slice.ts";

function onAir(call: Call, line: DeviceLine): Call {
  const { desk } = bridged(call, line);
  return { ...call, desk: { ...desk, status: "on_air" } as Call["desk"] };
}

/** Creates a desk with Kim on air on line 2, which feeds the air. */
async function aDeskOnAir(options?: Parameters<typeof aTwoLineDesk>[0]) {
  const desk = aTwoLineDesk({ airLine: "line2", ...options });
  await desk.actions.accept(kim.id, "line2");
  await expect.poll(() => desk.statusOf(kim)).toBe("screening");
  desk.store.dispatch(callAnswered(onAir(kim, "line2")));
  return desk;
}

describe("with a line that feeds the air,", () => {
  test("[LN94] a call stays on air with an open microphone, and the other line takes its call muted and in private", async () => {
    const { actions, done, softphones, statusOf } = await aDeskOnAir();

    await actions.accept(lee.id, "line1");
    await expect.poll(() => statusOf(lee)).toBe("screening");

    expect(statusOf(kim)).toBe("on_air");
    expect(done.filter((one) => /hold|line2/.test(one))).toEqual([]);
    expect(softphones.line2.leg).toMatchObject({ callId: kim.id, muted: false });
    expect(softphones.line1.leg).toMatchObject({ callId: lee.id, muted: true });
  });

  test("[LN94] a call stays on air when the other line resumes its caller", async () => {
    const { actions, done, statusOf, store } = await aDeskOnAir();
    store.dispatch(callAnswered(held(lee, "line1")));

    await actions.resume(lee.id, "line1");
    await expect.poll(() => statusOf(lee)).toBe("screening");

    expect(statusOf(kim)).toBe("on_air");
    expect(done.toSorted()).toEqual(["mute line1", "resume lee"]);
  });

  test("[LN94] a call stays on air when both lines take a call at the same time", async () => {
    const { actions, done, softphones, statusOf, store } = aTwoLineDesk({ airLine: "line2" });
    const first = actions.accept(kim.id, "line2");
    const second = actions.accept(lee.id, "line1");
    await Promise.all([first, second]);
    store.dispatch(callAnswered(onAir(kim, "line2")));
    await expect.poll(() => statusOf(lee)).toBe("screening");

    expect(statusOf(kim)).toBe("on_air");
    expect(done.filter((one) => one.startsWith("hold"))).toEqual([]);
    expect(softphones.line2.leg?.muted).toBe(false);
    expect(softphones.line1.leg?.muted).toBe(true);
  });

  test("[LN94] the private line is unmuted as soon as the call on air is held", async () => {
    const { actions, softphones, statusOf } = await aDeskOnAir();
    await actions.accept(lee.id, "line1");
    await expect.poll(() => statusOf(lee)).toBe("screening");

    await actions.hold(kim.id, "line2");

    await expect.poll(() => softphones.line1.leg?.muted).toBe(false);
    expect(statusOf(lee)).toBe("screening");
  });

  test("[LN94] the private line is unmuted when the other line is free, even if its own caller is on hold", async () => {
    const { actions, handOver, softphones, statusOf } = await aDeskOnAir();
    await actions.accept(lee.id, "line1");
    await expect.poll(() => statusOf(lee)).toBe("screening");
    await actions.hold(lee.id, "line1");
    expect(softphones.line1.leg?.muted).toBe(true);

    await softphones.line2.disconnect();

    await expect.poll(() => softphones.line1.leg?.muted).toBe(false);
    await handOver.moveToLine(lee.id, "line2");
    expect(softphones.line2.leg).toMatchObject({ callId: lee.id, muted: false });
  });

  test("[CF28] a private talk with the caller on hold on the private line opens its microphone", async () => {
    const { actions, softphones, statusOf } = await aDeskOnAir();
    await actions.accept(lee.id, "line1");
    await expect.poll(() => statusOf(lee)).toBe("screening");
    await actions.hold(lee.id, "line1");

    await actions.resumePrivately(lee.id, "line1");

    expect([statusOf(kim), statusOf(lee)]).toEqual(["on_air", "screening"]);
    expect([softphones.line1.isMuted, softphones.line2.isMuted]).toEqual([false, true]);
  });

  test("[CF28] the line on air is unmuted when a private talk ends by hold", async () => {
    const { actions, softphones, statusOf } = await aDeskOnAir();
    await actions.accept(lee.id, "line1");
    await expect.poll(() => statusOf(lee)).toBe("screening");
    await actions.hold(lee.id, "line1");
    await actions.resumePrivately(lee.id, "line1");

    await actions.hold(lee.id, "line1");

    await expect.poll(() => softphones.line2.isMuted).toBe(false);
    expect(statusOf(kim)).toBe("on_air");
  });

  test("[CF28] a line on air that the person mutes stays muted after a private talk", async () => {
    const { actions, softphones, statusOf } = await aDeskOnAir();
    await actions.accept(lee.id, "line1");
    await expect.poll(() => statusOf(lee)).toBe("screening");
    await actions.hold(lee.id, "line1");
    await actions.resumePrivately(lee.id, "line1");

    actions.mute("line2", false);
    actions.mute("line2", true);
    await actions.hold(lee.id, "line1");

    expect([statusOf(lee), softphones.line2.isMuted]).toEqual(["held", true]);
  });

  test("[LN94] a private line that the person unmutes stays unmuted", async () => {
    const { actions, done, softphones, statusOf } = await aDeskOnAir();
    await actions.accept(lee.id, "line1");
    await expect.poll(() => statusOf(lee)).toBe("screening");

    actions.mute("line1", false);

    await actions.hold(kim.id, "line2");
    expect(softphones.line1.leg?.muted).toBe(false);
    expect(done.filter((one) => one === "unmute line1")).toHaveLength(1);
    expect(statusOf(kim)).toBe("held");
  });

  test("[LN94] [LN19] a swap holds nobody, and the line off air stays muted until the other leaves air", async () => {
    const { actions, done, handOver, softphones, statusOf, store } = await aDeskOnAir();
    await actions.accept(lee.id, "line1");
    await expect.poll(() => statusOf(lee)).toBe("screening");

    // The events of a swap may come before its answer.
    store.dispatch(callAnswered(bridged(kim, "line1")));
    store.dispatch(callAnswered(onAir(lee, "line2")));
    await handOver.swap(kim.id);

    expect([softphones.line1.leg?.callId, softphones.line2.leg?.callId]).toEqual([kim.id, lee.id]);
    expect([softphones.line1.isMuted, softphones.line2.isMuted]).toEqual([true, false]);
    expect(done.filter((one) => one.startsWith("hold"))).toEqual([]);
    await actions.hold(lee.id, "line2");
    await expect.poll(() => softphones.line1.isMuted).toBe(false);
    expect(statusOf(kim)).toBe("screening");
  });

  test("[LN94] a call stays on air when the other line answers a direct call", async () => {
    const { actions, done, ringDirectly, softphones, statusOf } = await aDeskOnAir();
    const emit = await ringDirectly("line1");

    actions.acceptDirect("line1");
    emit({ type: "accepted" });

    await expect.poll(() => softphones.line1.isMuted).toBe(true);
    expect(softphones.line2.isMuted).toBe(false);
    expect(statusOf(kim)).toBe("on_air");
    expect(done.filter((one) => one.startsWith("hold"))).toEqual([]);
  });

  test("[LN17] a caller off air is held when the other line takes a call to air", async () => {
    const { actions, done, statusOf } = aTwoLineDesk({ airLine: "line2" });
    await actions.accept(kim.id, "line1");
    await expect.poll(() => statusOf(kim)).toBe("screening");

    await actions.accept(lee.id, "line2");

    await expect.poll(() => statusOf(kim)).toBe("held");
    expect(done).toEqual(["mute line1", "hold kim", "unmute line1"]);
  });
});
