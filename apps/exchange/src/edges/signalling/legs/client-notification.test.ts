import { beforeEach, describe, expect, test } from "vitest";

import { aDevice, aWorld, sdpOf, settle } from "../../../testing/signalling/test-bench.ts";
import {
  anAuthenticatedSocket,
  aNotifiedCall,
  reconnect,
} from "../../../testing/signalling/test-scene.ts";

let scene: ReturnType<typeof aWorld>;

beforeEach(() => {
  scene = aWorld();
});

describe("a client without a device, of whose call the application is told", () => {
  test("[XS119] is waited for with nothing told, and rings when the answer is 200", async () => {
    const { call, answer } = await aNotifiedCall(scene);
    const before = [...call.log];

    await answer(true);
    scene.clock.advance(600_000);
    await settle();

    expect(before).toEqual([]);
    expect(call.log).toEqual(["ringing"]);
  });

  test("[XS119] is not found when the answer is another", async () => {
    const { call, answer, tokens } = await aNotifiedCall(scene);

    await answer(false);

    expect(call.log).toEqual(["ended not-found"]);
    expect(call.end).toMatchObject({ sipCode: 404, voiceCode: 31404 });
    const late = await anAuthenticatedSocket(scene, "alice");
    await late.send("invite", reconnect(tokens[0]));
    expect(late.types()).not.toContain("answer");
    expect(scene.mediaCalls.filter((each) => each !== "close")).toEqual(["offer"]);
  });

  test("[XS119] is rung as soon as it registers, before the answer or after it", async () => {
    const { call, answer } = await aNotifiedCall(scene);

    const early = await aDevice(scene.world, "alice");
    const logged = [...call.log];
    await answer(true);
    const late = await aDevice(scene.world, "alice!");
    await late.send("answer", { callsid: "CA9", sdp: sdpOf("AA") });

    expect([logged, early.received("invite").length]).toEqual([["ringing"], 1]);
    expect(late.received("invite")).toEqual(early.received("invite"));
    expect([...early.types(), ...late.types()].filter((type) => type === "cancel")).toHaveLength(1);
    expect(early.received("cancel")).toEqual([{ callsid: "CA9" }]);
    expect(call.log).toEqual(["ringing", "answered"]);
  });

  test("[XS119] is rung also when it registers before there is an offer", async () => {
    let offer: (sdp: string) => void = () => undefined;
    scene.world.media.offerWebRtc = () => new Promise((resolve) => (offer = resolve));
    const { call, tokens } = await aNotifiedCall(scene);
    const alice = await aDevice(scene.world, "alice");
    const before = [...call.log, ...alice.received("invite"), ...tokens];

    offer("sdp of the offer");
    await settle();

    expect(before).toEqual([]);
    expect(alice.received("invite")).toMatchObject([{ callsid: "CA9", sdp: "sdp of the offer" }]);
    expect(call.log).toEqual(["ringing"]);
  });

  test("[XS119] whose device came while the application was asked rings on without the others", async () => {
    const { call, answer } = await aNotifiedCall(scene);
    const alice = await aDevice(scene.world, "alice");

    await answer(false);
    const late = await aDevice(scene.world, "alice!");
    await late.send("answer", { callsid: "CA9", sdp: sdpOf("BB") });
    const before = [...call.log];
    await alice.send("answer", { callsid: "CA9", sdp: sdpOf("AA") });

    expect(late.received("invite")).toEqual([]);
    expect(before).toEqual(["ringing"]);
    expect(call.log).toEqual(["ringing", "answered"]);
  });

  test("[XS119] whose device came and went ends as unreachable when nobody else was told", async () => {
    const { call, answer } = await aNotifiedCall(scene);
    (await aDevice(scene.world, "alice")).drop();
    scene.clock.advance(30_000);
    await settle();
    const before = [...call.log];

    await answer(false);

    expect(before).toEqual(["ringing"]);
    expect(call.end).toMatchObject({ cause: "unreachable", sipCode: 480 });
  });

  test("[XS121] takes the call by the bridge token without ever registering", async () => {
    const { call, answer, tokens } = await aNotifiedCall(scene);
    await answer(true);
    const alice = await anAuthenticatedSocket(scene, "alice");

    await alice.send("invite", reconnect(tokens[0]));

    expect(alice.received("answer")).toEqual([
      { callsid: "CA9", sdp: "sdp of the answer", reconnect: tokens[0] },
    ]);
    expect(scene.mediaCalls).toEqual(["offer", "close", "answer"]);
    expect(call.log).toEqual(["ringing", "answered"]);
  });

  test.each([true, false])(
    "[XS121] takes it before the application has answered %s, which changes nothing",
    async (isFound) => {
      const { call, answer, tokens } = await aNotifiedCall(scene);
      const alice = await anAuthenticatedSocket(scene, "alice");

      await alice.send("invite", reconnect(tokens[0]));
      await answer(isFound);
      const late = await aDevice(scene.world, "alice!");

      expect(call.log).toEqual(["ringing", "answered"]);
      expect([...alice.types(), ...late.types()]).not.toContain("hangup");
      expect(late.types()).not.toContain("invite");
    },
  );
});

describe("a client with devices, of whose call the application is told", () => {
  test("[XS119] [XS126] rings at once, and by the token that its devices have", async () => {
    const alice = await aDevice(scene.world, "alice");

    const { call, tokens } = await aNotifiedCall(scene);

    expect(call.log).toEqual(["ringing"]);
    expect(alice.received("invite")).toMatchObject([{ callsid: "CA9", reconnect: tokens[0] }]);
    expect(tokens).toHaveLength(1);
    expect(JSON.stringify(alice.received("invite")[0]?.["parameters"])).not.toContain(tokens[0]);
  });

  test("[XS119] rings on when the answer is no 200", async () => {
    const alice = await aDevice(scene.world, "alice");
    const { call, answer } = await aNotifiedCall(scene);

    await answer(false);
    await alice.send("answer", { callsid: "CA9", sdp: sdpOf("AA") });

    expect(call.log).toEqual(["ringing", "answered"]);
  });

  test("[XS119] rings on when the last of them goes away", async () => {
    const alice = await aDevice(scene.world, "alice");
    const { call, answer } = await aNotifiedCall(scene);
    await answer(true);

    alice.drop();
    scene.clock.advance(30_000);
    await settle();
    const other = await aDevice(scene.world, "alice!");
    await other.send("answer", { callsid: "CA9", sdp: sdpOf("AA") });

    expect(call.log).toEqual(["ringing", "answered"]);
  });

  test("[XS119] rings on when the last of them gives up, and ends when one rejects", async () => {
    const alice = await aDevice(scene.world, "alice");
    const { call, answer } = await aNotifiedCall(scene);
    await answer(true);

    await alice.send("hangup", { callsid: "CA9" });
    const before = [...call.log];
    const other = await aDevice(scene.world, "alice!");
    await other.send("reject", { callsid: "CA9" });

    expect(before).toEqual(["ringing"]);
    expect(call.end).toMatchObject({ cause: "declined", sipCode: 603 });
  });

  test("[XS40] is not busy because they all are", async () => {
    const alice = await aDevice(scene.world, "alice");
    await alice.send("invite", { callsid: "TJS1", sdp: sdpOf("AA"), twilio: {} });

    const notified = await aNotifiedCall(scene);
    const isBusy = [notified.leg.isBusy];
    await notified.answer(false);
    isBusy.push(notified.leg.isBusy);

    expect(isBusy).toEqual([false, true]);
  });
});

describe("a call that ends while the application is asked", () => {
  test.each([true, false])(
    "[XS119] leaves nothing, and an answer of %s changes nothing",
    async (is) => {
      const { call, leg, answer, tokens } = await aNotifiedCall(scene);

      leg.decline({ cause: "cancelled" });
      await answer(is);
      const alice = await aDevice(scene.world, "alice");
      await alice.send("invite", reconnect(tokens[0]));
      scene.clock.advance(60_000);

      expect(call.log).toEqual(["ended cancelled"]);
      expect(scene.mediaCalls).toEqual(["offer", "close"]);
      expect(alice.types()).not.toContain("answer");
      expect(scene.world.legs.listByIdentity("alice")).toEqual([]);
    },
  );

  test("[XS119] before there was an offer tells the application nothing", async () => {
    let offer: (sdp: string) => void = () => undefined;
    scene.world.media.offerWebRtc = () => new Promise((resolve) => (offer = resolve));
    const { leg, tokens } = await aNotifiedCall(scene);

    leg.decline({ cause: "cancelled" });
    offer("sdp of the offer");
    await settle();

    expect(tokens).toEqual([]);
  });
});
