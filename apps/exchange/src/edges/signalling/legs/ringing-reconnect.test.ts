import { beforeEach, describe, expect, test } from "vitest";

import {
  aDevice,
  type ScriptedSocket,
  sdpOf,
  settle,
} from "../../../testing/signalling/test-bench.ts";
import {
  anAuthenticatedSocket,
  aRingingCall,
  aScene,
  type Scene,
} from "../../../testing/signalling/test-scene.ts";

let scene: Scene;

beforeEach(async () => {
  scene = await aScene();
});

async function aDisconnectedDevice() {
  const ringing = await aRingingCall(scene);
  scene.alice.drop();
  await settle();
  return ringing;
}

function calls(socket: ScriptedSocket): string[] {
  return socket.types().filter((type) => type === "cancel" || type === "invite");
}

const anAnswer = `${sdpOf("AA").replace("actpass", "active")}`;

describe("a device whose socket closes while it rings", () => {
  test("[XS79] keeps the call ringing for its reconnect timeout, and no longer", async () => {
    scene.alice.drop();
    scene.alice = await aDevice(scene.world, "alice", 3600);
    const { call } = await aDisconnectedDevice();

    scene.clock.advance(29_999);
    await settle();
    const before = [...call.log];
    scene.clock.advance(1);
    await settle();

    expect(before).toEqual(["ringing"]);
    expect(call.end).toMatchObject({ cause: "unreachable", sipCode: 480, voiceCode: 31480 });
  });

  test("[XS79] gets cancel and the same invite on its next socket", async () => {
    const { call } = await aDisconnectedDevice();
    const back = await aDevice(scene.world, "alice");

    scene.clock.advance(29_999);
    await back.send("register", { media: { audio: true } });
    await back.send("answer", { callsid: "CA9", sdp: sdpOf("AA") });

    expect(calls(back)).toEqual(["cancel", "invite"]);
    expect(back.received("invite")).toEqual(scene.alice.received("invite"));
    expect(call.log).toEqual(["ringing", "answered"]);
  });

  test("[XS79] rings again, and other devices of the identity that register in the meantime do not ring", async () => {
    const { call } = await aDisconnectedDevice();

    const other = await aDevice(scene.world, "alice!");
    await other.send("answer", { callsid: "CA9", sdp: anAnswer });
    await other.send("hangup", { callsid: "CA9" });
    const back = await aDevice(scene.world, "alice");
    await back.send("answer", { callsid: "CA9", sdp: anAnswer });
    const late = await aDevice(scene.world, "alice!");

    expect([calls(other), calls(back), calls(late)]).toEqual([[], ["cancel", "invite"], []]);
    expect(call.log).toEqual(["ringing", "answered"]);
  });

  test("[XS79] answers the call on its next socket, even before it registers there", async () => {
    const { call, token } = await aDisconnectedDevice();
    const back = await anAuthenticatedSocket(scene, "alice");

    await back.send("answer", { callsid: "CA9", sdp: anAnswer });
    const answered = [...call.log];
    await back.send("invite", { callsid: "CA9", sdp: anAnswer, reconnect: token });
    scene.clock.advance(60_000);
    await settle();

    expect(answered).toEqual(["ringing", "answered"]);
    expect(back.received("answer")).toEqual([{ callsid: "CA9", reconnect: token }]);
    expect(call.log).toEqual(answered);
  });

  test("[XS79] answers the call with its reconnect when its answer was lost with the socket", async () => {
    const { call, token } = await aDisconnectedDevice();
    const back = await aDevice(scene.world, "alice");

    await back.send("invite", { callsid: "CA9", sdp: anAnswer, reconnect: token });

    expect(scene.mediaCalls).toEqual(["offer", "accept"]);
    expect(back.received("answer")).toEqual([{ callsid: "CA9", reconnect: token }]);
    expect(call.log).toEqual(["ringing", "answered"]);
  });

  test("[XS82] gets cancel when the call has ended in the meantime", async () => {
    const { leg } = await aDisconnectedDevice();
    leg.decline({ cause: "cancelled" });
    await settle();

    const back = await aDevice(scene.world, "alice");
    const bob = await aDevice(scene.world, "bob");

    expect(calls(back)).toEqual(["cancel"]);
    expect(calls(bob)).toEqual([]);
    scene.clock.advance(60_000);
    expect(calls(await aDevice(scene.world, "alice"))).toEqual([]);
  });

  test("[XS82] gets cancel when another device answered, and the other device's reconnect does not end the call", async () => {
    const other = await aDevice(scene.world, "alice");
    const { call, token } = await aDisconnectedDevice();
    await other.send("answer", { callsid: "CA9", sdp: sdpOf("BB") });
    const back = await aDevice(scene.world, "alice");
    other.drop();

    const again = await aDevice(scene.world, "alice");
    await again.send("invite", { callsid: "CA9", sdp: sdpOf("BB"), reconnect: token });
    await again.send("register", { media: { audio: true } });

    expect([calls(back), calls(again)]).toEqual([["cancel"], []]);
    expect(call.log).toEqual(["ringing", "answered"]);
  });

  test("[XS79] does not ring again when it hangs up on its next socket", async () => {
    const { call } = await aDisconnectedDevice();
    const [bob, back] = [
      await anAuthenticatedSocket(scene, "bob"),
      await anAuthenticatedSocket(scene, "alice"),
    ];

    await bob.send("hangup", { callsid: "CA9" });
    const before = [...call.log];
    await back.send("hangup", { callsid: "CA9" });
    await back.send("register", { media: { audio: true } });

    expect(before).toEqual(["ringing"]);
    expect(call.end).toMatchObject({ cause: "declined" });
    expect(back.types()).not.toContain("invite");
  });
});
