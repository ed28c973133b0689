import { describe, expect, test } from "vitest";

import { aSoftphone, settle } from "../../testing/a-softphone.ts";

const target = { callId: "c1", claim: "claim1", muted: false };

describe("the softphone of a line", () => {
  test("[VD1] goes from unregistered to registering and registered, and loads nothing before it registers", async () => {
    const { softphone, seen } = aSoftphone();
    expect(seen.opened).toBe(0);

    await softphone.device.register();

    expect(seen.devices).toEqual(["registering", "registered"]);
    expect(seen.opened).toBe(1);
  });

  test("[VD1] stays destroyed after it was closed", async () => {
    const { softphone, seen } = aSoftphone();
    await softphone.device.register();

    softphone.close();

    expect(seen.devices.at(-1)).toBe("destroyed");
    await expect(softphone.device.register()).rejects.toMatchObject({ code: "invalid_state" });
  });

  test("closes a device that is created during the close, and reports nothing more", async () => {
    const { softphone, seen, emitDevice } = aSoftphone();
    const registering = softphone.device.register();

    softphone.close();
    await registering;
    emitDevice({ type: "registered" });

    expect(seen.closed).toBe(1);
    expect(seen.devices).toEqual(["registering", "destroyed"]);
    expect([seen.failures, seen.timers]).toEqual([[], []]);
  });

  test("[VD6] lets the SDK reconnect after a lost network, and gets a new device after 10 s", async () => {
    const { softphone, seen, emitDevice } = aSoftphone();
    await softphone.device.register();

    emitDevice({ type: "unregistered" });
    expect(seen.timers.map((timer) => timer.ms)).toEqual([10_000]);
    emitDevice({ type: "registered" });
    expect(seen.timers).toEqual([]);

    emitDevice({ type: "unregistered" });
    seen.timers[0]?.run();
    await settle();

    expect(seen.devices.at(-1)).toBe("registered");
  });

  test("shows why it cannot register, and tries again", async () => {
    const { softphone, seen } = aSoftphone({
      register: Object.assign(new Error("no"), { code: 20151 }),
    });

    await softphone.device.register();

    expect(seen.failures).toEqual([20151]);
    expect(seen.devices.at(-1)).toBe("unregistered");
    expect(seen.timers).toHaveLength(1);
  });

  test("[VD8] fetches a new token before the old one expires, and the leg continues", async () => {
    const { softphone, seen, emitDevice } = aSoftphone();
    await softphone.connect(target);

    emitDevice({ type: "tokenWillExpire" });
    await settle();

    expect(seen.given).toEqual(["token1", "token2"]);
    expect(softphone.leg).toMatchObject({ callId: "c1" });
  });

  test("[DS5] connects with the claim and nothing else", async () => {
    const { softphone, seen, emitCall } = aSoftphone();

    await softphone.connect(target);
    emitCall({ type: "accepted" });

    expect(seen.connects).toEqual([{ claim: "claim1" }]);
    expect(seen.legs.map((leg) => leg?.status)).toEqual(["connecting", "connected"]);
  });

  test("[VD18] [LN6] carries one call and refuses a second connect", async () => {
    const { softphone } = aSoftphone();
    await softphone.connect(target);

    await expect(softphone.connect(target)).rejects.toThrow("A Call is already active");
  });

  test("[LN11] starts muted when required, and unmutes only on request", async () => {
    const { softphone, seen, emitCall } = aSoftphone();

    await softphone.connect({ ...target, muted: true });
    emitCall({ type: "accepted" });
    expect(softphone.leg).toMatchObject({ muted: true });
    softphone.mute(false);

    expect(seen.muted).toEqual([true, false]);
    expect(softphone.leg).toMatchObject({ muted: false });
  });

  test("[CN24] stays unmuted when the mute request does not reach its audio server", async () => {
    let isReached = false;
    const { softphone, seen } = aSoftphone(
      {},
      {
        remote: {
          isChosen: () => true,
          check: () => Promise.resolve(),
          connect: () =>
            Promise.resolve({
              mute: () => isReached,
              sendDigit: () => undefined,
              disconnect: () => undefined,
              readLevels: () => ({ input: 0, output: 0 }),
            }),
        },
      },
    );
    await softphone.connect(target);

    expect([softphone.mute(true), softphone.isMuted]).toEqual([false, false]);
    expect(seen.notMuted).toEqual([true]);
    isReached = true;
    expect([softphone.mute(true), softphone.isMuted]).toEqual([true, true]);
  });

  test("is free again when the microphone was refused", async () => {
    const refused = Object.assign(new Error("denied"), { code: 31401 });
    const { softphone } = aSoftphone({ connect: refused });

    await expect(softphone.connect(target)).rejects.toBe(refused);

    expect(softphone.leg).toBeNull();
  });

  test("connects the next call after a disconnect", async () => {
    const { softphone } = aSoftphone();
    await softphone.connect(target);

    await softphone.disconnect();
    await softphone.connect({ ...target, callId: "c2" });

    expect(softphone.leg).toMatchObject({ callId: "c2" });
  });
});

describe("a line whose leg the exchange has lost", () => {
  async function aLostLeg(muted = false) {
    const phone = aSoftphone();
    await phone.softphone.connect({ ...target, muted });
    phone.emitCall({ type: "accepted" });
    phone.emitCall({ type: "signallingLost" });
    phone.emitCall({ type: "failed", failure: { code: 31404, message: "no such call" } });
    phone.emitCall({ type: "ended" });
    return phone;
  }

  test("[CN26] keeps its call, muted as before, and reports no failure", async () => {
    const { softphone, seen } = await aLostLeg(true);

    expect(softphone.leg).toMatchObject({ status: "reconnecting", callId: "c1", lost: "waiting" });
    expect([softphone.isMuted, softphone.isOnCall, seen.failures]).toEqual([true, true, []]);

    await softphone.connect({ ...target, claim: "claim2", muted: softphone.isMuted });
    expect(seen.muted.at(-1)).toBe(true);
  });

  test("[CN26] is connected again by a new leg, and waits again when that leg fails", async () => {
    const { softphone, emitCall } = await aLostLeg();

    await softphone.connect({ ...target, claim: "claim2" });
    emitCall({ type: "failed", failure: { code: 53000, message: "no connection" } });
    emitCall({ type: "ended" });
    expect(softphone.leg).toMatchObject({ callId: "c1", lost: "waiting" });
    await softphone.connect({ ...target, claim: "claim3" });
    emitCall({ type: "accepted" });

    expect(softphone.leg).toMatchObject({ status: "connected", callId: "c1" });
  });

  test("[CN27] is free at once when the person ends the call", async () => {
    const { softphone } = await aLostLeg();

    await softphone.disconnect();

    expect(softphone.leg).toBeNull();
  });

  test("[CN26] does not wait for the signalling when the server knows of the loss", async () => {
    const { softphone, emitCall } = aSoftphone();
    await softphone.connect(target);
    emitCall({ type: "accepted" });
    softphone.cutOff();
    expect(softphone.leg).toMatchObject({ status: "connected" });

    emitCall({ type: "signallingLost" });
    softphone.interrupt();
    softphone.cutOff();

    expect(softphone.leg).toMatchObject({ status: "reconnecting", lost: "waiting" });
  });
});

describe("a line whose connection is lost", () => {
  test("[VD100] gets a new device when the registration has not settled within 10 s", async () => {
    const refusals: Parameters<typeof aSoftphone>[0] = { register: "hangs" };
    const { softphone, seen } = aSoftphone(refusals);
    void softphone.device.register();
    await settle();

    delete refusals.register;
    expect(seen.timers.map((timer) => timer.ms)).toEqual([10_000]);
    seen.timers[0]?.run();
    await settle();

    expect([seen.opened, seen.closed]).toEqual([2, 1]);
    expect(seen.devices).toEqual(["registering", "unregistered", "registering", "registered"]);
    expect(seen.timers).toEqual([]);
  });

  test("[VD100] waits without a new device while the server is away, and is ready when it is back", async () => {
    let isServerThere = false;
    const refusals: Parameters<typeof aSoftphone>[0] = { register: "hangs" };
    const { softphone, seen } = aSoftphone(refusals, { isServerThere: () => isServerThere });
    void softphone.device.register();
    await settle();

    seen.timers[0]?.run();
    await settle();
    expect([seen.opened, seen.devices.at(-1), seen.timers]).toEqual([1, "unregistered", []]);

    isServerThere = true;
    delete refusals.register;
    softphone.recover();
    await settle();
    expect([seen.opened, seen.devices.at(-1)]).toEqual([2, "registered"]);
  });

  test("[VD100] gets a new device at once when its token has expired on standby", async () => {
    const { softphone, seen, emitDevice } = aSoftphone();
    softphone.device.setTakesCalls(false);
    await softphone.device.register();
    emitDevice({ type: "unregistered" });

    emitDevice({ type: "failed", failure: { code: 20104, message: "expired" } });
    seen.timers.at(-1)?.run();
    await settle();

    expect([seen.opened, seen.closed]).toEqual([2, 1]);
    expect(seen.given).toEqual(["token1", "token2"]);
  });

  test("[VD100] keeps the device of its call, and registers when the signalling is back", async () => {
    const { softphone, seen, emitDevice, emitCall } = aSoftphone();
    await softphone.device.register();
    await softphone.connect(target);
    emitCall({ type: "accepted" });
    softphone.device.setTakesCalls(false);
    emitDevice({ type: "unregistered" });

    emitCall({ type: "signallingLost" });
    emitDevice({ type: "failed", failure: { code: 31005, message: "lost" } });
    softphone.recover();
    seen.timers.at(-1)?.run();
    await settle();
    expect(softphone.leg).toMatchObject({ status: "connected", signallingLost: true });
    expect([seen.closed, seen.devices.at(-1)]).toEqual([0, "unregistered"]);

    emitCall({ type: "signallingBack" });
    await settle();
    expect([seen.closed, seen.devices.at(-1)]).toEqual([0, "registered"]);
    expect(softphone.leg).not.toHaveProperty("signallingLost");
  });

  test("[VD100] gets a new device after a call that ends without signalling", async () => {
    const { softphone, seen, emitDevice, emitCall } = aSoftphone();
    await softphone.device.register();
    await softphone.connect(target);
    emitCall({ type: "accepted" });
    emitDevice({ type: "unregistered" });

    emitCall({ type: "ended" });
    await settle();

    expect([seen.opened, seen.closed, seen.devices.at(-1)]).toEqual([2, 1, "registered"]);
  });
});

describe("a line that another tab has", () => {
  test("[CN1] [CN2] releases its device and ignores its events, and registering creates another", async () => {
    const { softphone, seen, emitDevice } = aSoftphone();
    await softphone.device.register();

    softphone.device.release();
    emitDevice({ type: "registered" });
    expect([seen.opened, seen.closed, seen.devices.at(-1)]).toEqual([1, 1, "unregistered"]);
    expect(softphone.device.isReady).toBe(false);
    await softphone.device.register();

    expect([seen.opened, seen.closed, seen.devices.at(-1)]).toEqual([2, 1, "registered"]);
    expect(softphone.device.isReady).toBe(true);
  });
});

describe("the device of a line that does not ring", () => {
  function aStandby() {
    const phone = aSoftphone();
    return { ...phone, line: phone.softphone.device };
  }

  test("[VD72] is on standby: unregistered, ready for a call, and registered again on request", async () => {
    const { line, seen, emitDevice } = aStandby();
    line.setTakesCalls(false);
    await line.register();
    emitDevice({ type: "unregistered" });

    expect(seen.devices).toEqual(["registering", "registered", "standby"]);
    expect(line.isReady).toBe(true);
    line.setTakesCalls(true);
    await settle();

    expect(seen.devices.slice(3)).toEqual(["registering", "registered"]);
  });

  test("[VD72] registers within 2 s after a network failure, to test the connection", async () => {
    const { line, seen, emitDevice } = aStandby();
    line.setTakesCalls(false);
    await line.register();
    emitDevice({ type: "unregistered" });

    emitDevice({ type: "failed", failure: { code: 31005, message: "lost" } });

    expect(line.isReady).toBe(false);
    expect(seen.timers.at(-1)?.ms).toBe(2_000);
    seen.timers.at(-1)?.run();
    await settle();
    emitDevice({ type: "unregistered" });
    expect(seen.devices.slice(3)).toEqual(["unregistered", "registering", "registered", "standby"]);
  });

  test("[VD72] [CN1] [VD74] renews no token while another tab has the line, and is on standby again afterwards", async () => {
    const { line, seen, emitDevice } = aStandby();
    line.setTakesCalls(false);
    await line.register();
    emitDevice({ type: "unregistered" });

    seen.renewals[0]?.run();
    line.release();
    line.setTakesCalls(true);
    line.setTakesCalls(false);
    await settle();
    expect(seen.renewals).toEqual([]);
    expect([seen.opened, line.isReady, seen.devices.at(-1)]).toEqual([1, false, "unregistered"]);
    await line.register();
    emitDevice({ type: "unregistered" });

    expect([seen.opened, line.isReady, seen.devices.at(-1)]).toEqual([2, true, "standby"]);
  });

  test("[VD74] renews its token after every 13 minutes of the page's clock", async () => {
    const { line, seen } = aStandby();
    await line.register();

    seen.renewals[0]?.run();
    await settle();

    expect(seen.given).toEqual(["token1", "token2"]);
    expect(seen.renewals.length).toBe(1);
  });
});
