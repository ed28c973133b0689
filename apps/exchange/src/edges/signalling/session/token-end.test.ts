import { describe, expect, test } from "vitest";

import {
  aDevice,
  aWorld,
  sdpOf,
  type ScriptedSocket,
} from "../../../testing/signalling/test-bench.ts";

function codesOf(socket: ScriptedSocket): number[] {
  return socket.received("error").map((payload) => (payload["error"] as { code: number }).code);
}

async function aDeviceInCall() {
  const scene = aWorld();
  const socket = await aDevice(scene.world, "alice");
  await socket.send("invite", { callsid: "TJS1", sdp: sdpOf("AA") });
  const { leg, callSid, call } = scene.receivedCalls[0] ?? {};
  await leg?.answer(String(callSid));
  return { ...scene, socket, call };
}

describe("an expired token", () => {
  /** Returns a device after an hour, when its token expires; until then it registers every 30 s. */
  async function anExpiredDevice() {
    const scene = await aDeviceInCall();
    for (let halfMinute = 0; halfMinute < 120; halfMinute += 1) {
      scene.socket.session.receive("\n");
      await scene.socket.send("register", { media: { audio: true } });
      scene.clock.advance(30_000);
    }
    return scene;
  }

  test("[XS70] [XS74] causes `offline`, refuses new calls, and the live call continues", async () => {
    const { world, socket, call } = await anExpiredDevice();
    const received = socket.types().slice(-2);

    await socket.send("register", { media: { audio: true } });
    await socket.send("invite", { callsid: "TJS2", sdp: sdpOf("BB") });
    await socket.send("dtmf", { callsid: "CA1", dtmf: "5" });

    expect(received).toEqual(["error", "offline"]);
    expect(codesOf(socket)).toEqual([31205, 31205, 31205]);
    expect(socket.received("hangup")[0]).toMatchObject({ callsid: "TJS2", error: { code: 31205 } });
    expect(world.presence.list("alice")).toEqual([]);
    expect(call?.log).toEqual(["digit 5"]);
  });

  test("[XS74] is replaced by the next token, with which the device registers again", async () => {
    const { world, socket } = await anExpiredDevice();

    await socket.send("listen", { token: "alice" });
    await socket.send("register", { media: { audio: true } });

    expect(socket.types().slice(-2)).toEqual(["connected", "ready"]);
    expect(world.presence.list("alice")).toHaveLength(1);
  });
});

describe("a token whose key is deleted", () => {
  test("[XS74] registers no device any more, and its call continues", async () => {
    const { world, socket, call, revokedKeys } = await aDeviceInCall();
    revokedKeys.add("SK1");

    await socket.send("register", { media: { audio: true } });
    await socket.send("dtmf", { callsid: "CA1", dtmf: "5" });

    expect(codesOf(socket)).toEqual([31203]);
    expect(socket.types().at(-1)).toBe("offline");
    expect(world.presence.list("alice")).toEqual([]);
    expect(call?.log).toEqual(["digit 5"]);
  });

  test("[XS74] makes no call any more", async () => {
    const { socket, revokedKeys, receivedCalls } = await aDeviceInCall();
    revokedKeys.add("SK1");

    await socket.send("invite", { callsid: "TJS2", sdp: sdpOf("BB") });

    expect(socket.received("hangup")[0]).toMatchObject({ callsid: "TJS2", error: { code: 31203 } });
    expect(receivedCalls).toHaveLength(1);
  });
});
