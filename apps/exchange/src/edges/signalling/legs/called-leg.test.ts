import { beforeEach, describe, expect, test } from "vitest";

import { aDevice, RecordedCall, sdpOf, settle } from "../../../testing/signalling/test-bench.ts";
import {
  aRingingCall,
  aScene,
  request,
  type Scene,
} from "../../../testing/signalling/test-scene.ts";

let scene: Scene;

beforeEach(async () => {
  scene = await aScene();
});

describe("a call to the SDK", () => {
  test("[XS30] rings with parameters and connects with the answer", async () => {
    const { call } = await aRingingCall(scene);

    await scene.alice.send("answer", { callsid: "CA9", sdp: sdpOf("AA") });

    expect(scene.alice.received("invite")[0]).toMatchObject({
      callsid: "CA9",
      sdp: "sdp of the offer",
      parameters: {
        CallSid: "CA9",
        From: "+61255500199",
        To: "client:alice",
        Params: "station=2ZZ",
      },
    });
    expect(call.log).toEqual(["ringing", "answered"]);
  });

  test("[XS151] counts as invited when every device has read the invite", async () => {
    const second = await aDevice(scene.world, "alice");
    scene.alice.answersPings = false;
    const { leg } = await aRingingCall(scene);
    const invited: string[] = [];
    void leg.invited?.then(() => invited.push("invited"));
    await settle();
    const whileHeldBack = [...invited];

    scene.alice.answerPings();
    await settle();

    expect(second.received("invite")).toHaveLength(1);
    expect(scene.alice.received("invite")).toHaveLength(1);
    expect(whileHeldBack).toEqual([]);
    expect(invited).toEqual(["invited"]);
  });

  test("[XS151] does not delay its caller when it ends before its devices have read the invite", async () => {
    scene.alice.answersPings = false;
    const { leg } = await aRingingCall(scene);

    leg.decline({ cause: "cancelled" });

    await expect(leg.invited).resolves.toBeUndefined();
  });

  test("[XS17] keeps ringing when one of its devices stops, and ends with the last device", async () => {
    const second = await aDevice(scene.world, "alice");
    const { call } = await aRingingCall(scene);

    await scene.alice.send("hangup", { callsid: "CA9" });
    const afterFirst = [...call.log];
    await second.send("hangup", { callsid: "CA9" });

    expect(afterFirst).toEqual(["ringing"]);
    expect(call.end).toMatchObject({ cause: "declined" });
  });

  test("[XS40] reports a missing device right after the dialler has received the leg", async () => {
    const call = new RecordedCall();

    const leg = scene.dialer.dial({ ...request, to: "client:nobody" }, call);
    const atOnce = [...call.log];
    await settle();

    expect(leg.kind).toBe("client");
    expect(atOnce).toEqual([]);
    expect(call.end).toMatchObject({ cause: "not-found", sipCode: 404 });
  });

  test("ends with a reason after an unusable answer", async () => {
    const { call } = await aRingingCall(scene);

    await scene.alice.send("answer", { callsid: "CA9", sdp: "bad" });

    expect(call.end).toMatchObject({ cause: "failed", voiceCode: 53402 });
    expect(scene.alice.received("hangup")[0]).toMatchObject({
      callsid: "CA9",
      error: { code: 53402 },
    });
  });

  test("[XS13] can be taken over by another device of the identity while it rings", async () => {
    const { call, token } = await aRingingCall(scene);
    const worker = await aDevice(scene.world, "alice");

    await worker.send("invite", { callsid: "CA9", sdp: sdpOf("CC"), reconnect: token });

    expect(scene.alice.received("cancel")).toEqual([{ callsid: "CA9" }]);
    expect(worker.received("answer")).toEqual([
      { callsid: "CA9", sdp: "sdp of the answer", reconnect: token },
    ]);
    expect(call.log).toEqual(["ringing", "answered"]);
  });
});
