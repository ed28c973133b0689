import { beforeEach, describe, expect, test } from "vitest";

import { aDevice, sdpOf, settle } from "../../../testing/signalling/test-bench.ts";
import { aScene, anAnsweredCall, type Scene } from "../../../testing/signalling/test-scene.ts";

let scene: Scene;

beforeEach(async () => {
  scene = await aScene();
});

describe("a lost socket", () => {
  test("[XS13] is replaced by another socket that shows the token", async () => {
    const { call, token } = await anAnsweredCall(scene);
    scene.alice.drop();
    scene.clock.advance(29_000);
    const back = await aDevice(scene.world, "alice");

    await back.send("invite", { callsid: "CA1", sdp: sdpOf("AA"), reconnect: token });
    scene.clock.advance(60_000);
    await back.send("dtmf", { callsid: "CA1", dtmf: "5" });

    expect(back.received("answer")).toEqual([{ callsid: "CA1", reconnect: token }]);
    expect(call.log).toEqual(["digit 5"]);
  });

  test("[XS13] [DS30] ends the call after the reconnect timeout, at most 30 s", async () => {
    scene.alice = await aDevice(scene.world, "alice", 3600);
    const { call } = await anAnsweredCall(scene);

    scene.alice.drop();
    scene.clock.advance(29_999);
    await settle();
    const before = [...call.log];
    scene.clock.advance(1);
    await settle();

    expect(before).toEqual([]);
    expect(call.end).toMatchObject({ cause: "signalling-lost" });
  });

  test("[XS13] ends the call after 5 s when the client names no timeout", async () => {
    scene.alice = await aDevice(scene.world, "alice", 0);
    const { call } = await anAnsweredCall(scene);

    scene.alice.drop();
    scene.clock.advance(5000);
    await settle();

    expect(call.end).toMatchObject({ cause: "signalling-lost" });
  });

  test("[XS13] ends an unanswered call at once", async () => {
    await scene.alice.send("invite", { callsid: "TJS1", sdp: sdpOf("AA") });

    scene.alice.drop();
    await settle();

    expect(scene.receivedCalls[0]?.call.end).toMatchObject({ cause: "signalling-lost" });
  });
});

describe("when a client reconnects", () => {
  test("[XS70] a reconnect with a wrong token or identity is refused, and the call continues", async () => {
    const { call, token } = await anAnsweredCall(scene);
    const bob = await aDevice(scene.world, "bob");

    await scene.alice.send("invite", { callsid: "CA1", sdp: sdpOf("AA"), reconnect: "guess" });
    await scene.alice.send("invite", { callsid: "CA1", sdp: sdpOf("AA"), reconnect: "" });
    await bob.send("invite", { callsid: "CA1", sdp: sdpOf("AA"), reconnect: token });
    await scene.alice.send("dtmf", { callsid: "CA1", dtmf: "5" });

    const codes = [...scene.alice.received("error"), ...bob.received("error")].map(
      (payload) => (payload["error"] as { code: number }).code,
    );
    expect(codes).toEqual([31209, 31107, 31209]);
    expect(scene.alice.types()).not.toContain("hangup");
    expect(call.log).toEqual(["digit 5"]);
  });

  test("[XS13] a client that returns to a call that has ended gets a hangup", async () => {
    const { leg, token } = await anAnsweredCall(scene);
    scene.alice.drop();
    leg.hangUp();
    const back = await aDevice(scene.world, "alice");

    await back.send("invite", { callsid: "CA1", sdp: sdpOf("AA"), reconnect: token });

    expect(back.received("hangup")).toEqual([{ callsid: "CA1" }]);
  });

  test("[XS13] the reconnect answers an ICE restart that was requested meanwhile", async () => {
    const { token } = await anAnsweredCall(scene);
    scene.alice.drop();
    const back = await aDevice(scene.world, "alice");
    const restarted = `${sdpOf("AA")}a=ice-ufrag:again\r\n`;
    const reconnect = { callsid: "CA1", sdp: restarted, reconnect: token };

    await back.send("invite", reconnect);
    await back.send("invite", reconnect);

    expect(back.received("answer")).toEqual([
      { callsid: "CA1", reconnect: token, sdp: "sdp of the restart" },
      { callsid: "CA1", reconnect: token },
    ]);
  });

  test("[XS60] a waiting ICE restart is dropped when the client reconnects", async () => {
    const { token } = await anAnsweredCall(scene);
    const named = (n: number) => `${sdpOf("AA")}a=ice-ufrag:name-${n}\r\n`;
    for (let n = 1; n <= 7; n += 1) {
      await scene.alice.send("reinvite", { callsid: "CA1", sdp: named(n) });
    }
    scene.alice.drop();
    const back = await aDevice(scene.world, "alice");
    const made = scene.mediaCalls.length;

    await back.send("invite", { callsid: "CA1", sdp: named(5), reconnect: token });
    scene.clock.advance(5_000);
    await settle();

    expect(scene.mediaCalls.slice(made)).toEqual([]);
    expect(back.received("answer")).toEqual([{ callsid: "CA1", reconnect: token }]);
  });
});
