import { describe, expect, test } from "vitest";

import { aTwoLineDesk, kim } from "../../../testing/a-two-line-desk.ts";
import { lineSelected } from "../../store/desk-slice.ts";

describe("a direct call", () => {
  async function aDeskWithKim(options?: Parameters<typeof aTwoLineDesk>[0]) {
    const desk = aTwoLineDesk(options);
    await desk.actions.accept(kim.id, "line1");
    await expect.poll(() => desk.statusOf(kim)).toBe("screening");
    desk.done.length = 0;
    desk.store.dispatch(lineSelected("line2"));
    return { ...desk, emit: await desk.ringDirectly("line2") };
  }

  test("[VD94] [LN17] mutes the other line before the answer, and holds its caller when it connects", async () => {
    const { actions, done, emit, softphones, statusOf } = await aDeskWithKim();
    expect(done).toEqual([]);

    actions.acceptDirect("line2");
    expect(done).toEqual(["mute line1", "accept line2"]);
    expect(softphones.line1.leg?.muted).toBe(true);
    emit({ type: "accepted" });

    await expect.poll(() => statusOf(kim)).toBe("held");
    await expect.poll(() => softphones.line1.leg?.muted).toBe(false);
    expect(done).toEqual(["mute line1", "accept line2", "hold kim", "unmute line1"]);
    expect(softphones.line2.isMuted).toBe(false);
    emit({ type: "ended" });
    expect(statusOf(kim)).toBe("held");
  });

  test("[VD94] [LN17] holds no caller if it does not connect", async () => {
    const { actions, done, emit, statusOf } = await aDeskWithKim();

    actions.acceptDirect("line2");
    emit({ type: "ended" });

    await expect.poll(() => done).toEqual(["mute line1", "accept line2", "unmute line1"]);
    expect(statusOf(kim)).toBe("screening");
  });

  test("[VD94] as the second call to the same softphone also holds the other line's caller", async () => {
    const { actions, emit, statusOf, ringDirectly } = await aDeskWithKim();
    actions.acceptDirect("line2");
    emit({ type: "accepted" });
    await expect.poll(() => statusOf(kim)).toBe("held");
    emit({ type: "ended" });
    await actions.resume(kim.id, "line1");
    expect(statusOf(kim)).toBe("screening");

    const emitSecond = await ringDirectly("line2");
    actions.acceptDirect("line2");
    emitSecond({ type: "accepted" });

    await expect.poll(() => statusOf(kim)).toBe("held");
  });

  test("[VD94] selects the line that answers it", async () => {
    const { actions, store } = await aDeskWithKim();
    store.dispatch(lineSelected("line1"));

    actions.acceptDirect("line2");

    expect(store.getState().desk.selected_device).toBe(2);
  });

  test("[VD96] [LN11] starts muted when the settings require it", async () => {
    const { actions, emit, softphones, done } = await aDeskWithKim({ muteDevice: true });

    actions.acceptDirect("line2");
    emit({ type: "accepted" });

    expect(softphones.line2.isMuted).toBe(true);
    expect(done).toContain("mute line2");
    actions.mute("line2", false);
    expect(softphones.line2.isMuted).toBe(false);
  });

  test("[VD96] [LN17] is muted when the other line takes a caller, and its own line shows that it cannot be put on hold", async () => {
    const { actions, done, softphones, statusOf, noticesOf, ringDirectly, store } = aTwoLineDesk();
    const emit = await ringDirectly("line2");
    actions.acceptDirect("line2");
    emit({ type: "accepted" });

    await actions.accept(kim.id, "line1");
    await expect.poll(() => statusOf(kim)).toBe("screening");

    await expect
      .poll(() => noticesOf("line2"))
      .toEqual(["Muted: a call to your phone cannot be put on hold"]);
    expect(store.getState().desk.direct.line2).toMatchObject({ status: "talking", muted: true });
    expect(done).toEqual(["accept line2", "mute line2"]);
    expect(softphones.line1.isMuted).toBe(false);
    actions.mute("line2", false);
    await expect.poll(() => noticesOf("line2")).toEqual([]);
    expect(statusOf(kim)).toBe("screening");
  });
});
