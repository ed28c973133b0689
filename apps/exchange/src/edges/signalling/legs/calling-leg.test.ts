import { beforeEach, describe, expect, test } from "vitest";

import { aDevice, sdpOf, settle } from "../../../testing/signalling/test-bench.ts";
import {
  aScene,
  anAnsweredCall,
  anInvitedCall,
  type Scene,
} from "../../../testing/signalling/test-scene.ts";

let scene: Scene;

beforeEach(async () => {
  scene = await aScene();
});

describe("a call of the SDK", () => {
  test("[XS30] rings with the call's sid and is answered with a reconnect token", async () => {
    const { arrival, token } = await anAnsweredCall(scene);

    expect(scene.alice.received("ringing")).toEqual([{ callsid: "CA1" }]);
    expect(scene.alice.received("answer")).toEqual([
      { callsid: "CA1", sdp: "sdp of the answer", reconnect: token },
    ]);
    expect(String(token).length).toBeGreaterThanOrEqual(32);
    expect(arrival).toMatchObject({
      from: "client:alice",
      applicationSid: "AP1",
      params: [["a", "b c"]],
    });
  });

  test("[XS144] has its path prepared during the request to the application, and the answer uses this path", async () => {
    const { leg, callSid } = await anInvitedCall(scene);

    leg.ring(callSid);
    await settle();
    expect(scene.mediaCalls).toEqual(["answer"]);
    expect(scene.alice.received("answer")).toEqual([]);
    await leg.answer(callSid);
    scene.clock.advance(60_000);
    await settle();

    expect(scene.mediaCalls).toEqual(["answer"]);
    expect(scene.alice.received("answer")).toMatchObject([{ sdp: "sdp of the answer" }]);
  });

  test("[XS144] closes a path that is unused for 3 s, and the answer creates a new one", async () => {
    const { leg, callSid } = await anInvitedCall(scene);

    leg.ring(callSid);
    scene.clock.advance(2_999);
    await settle();
    expect(scene.mediaCalls).toEqual(["answer"]);
    scene.clock.advance(1);
    await settle();
    expect(scene.mediaCalls).toEqual(["answer", "close"]);
    await leg.answer(callSid);

    expect(scene.mediaCalls).toEqual(["answer", "close", "answer"]);
    expect(scene.alice.received("answer")).toMatchObject([{ sdp: "sdp of the answer" }]);
  });

  test("[XS144] opens the path early when the page requests it, and the answer has no SDP", async () => {
    const { leg, callSid } = await anInvitedCall(scene, "EarlyPath=true");

    leg.ring(callSid);
    await settle();
    expect(scene.alice.received("ringing")).toEqual([
      { callsid: "CA1" },
      { callsid: "CA1", sdp: "sdp of the answer" },
    ]);
    expect(scene.alice.received("answer")).toEqual([]);
    await leg.answer(callSid);

    expect(scene.mediaCalls).toEqual(["answer"]);
    expect(Object.keys(scene.alice.received("answer")[0] ?? {})).toEqual(["callsid", "reconnect"]);
  });

  test("[XS144] gets no SDP when it is refused during the preparation, and its path is closed", async () => {
    const { leg, callSid } = await anInvitedCall(scene, "EarlyPath=true");

    leg.ring(callSid);
    // The application declines a call like this when another operator has the claim.
    leg.decline({ cause: "declined" });
    await settle();
    await leg.answer(callSid);
    scene.clock.advance(60_000);
    await settle();

    expect(scene.alice.received("ringing")).toEqual([{ callsid: "CA1" }]);
    expect(scene.alice.received("answer")).toEqual([]);
    expect(scene.mediaCalls.filter((call) => call === "answer")).toHaveLength(1);
    expect(scene.mediaCalls.at(-1)).toBe("close");
  });

  test("[XS144] gets early media with the final SDP in `ringing`, and the answer has no SDP", async () => {
    const { leg, callSid } = await anInvitedCall(scene);

    expect(await leg.openEarly?.(callSid)).toBe(true);
    expect(await leg.openEarly?.(callSid)).toBe(true);
    await leg.answer(callSid);

    expect(scene.alice.received("ringing")).toEqual([
      { callsid: "CA1" },
      { callsid: "CA1", sdp: "sdp of the answer" },
    ]);
    const [answer] = scene.alice.received("answer");
    expect(Object.keys(answer ?? {})).toEqual(["callsid", "reconnect"]);
    expect(scene.mediaCalls.filter((call) => call === "answer")).toHaveLength(1);
  });

  test("[XS30] ends with the SDK's hangup, also under its temporary id", async () => {
    const { call } = await anAnsweredCall(scene);

    await scene.alice.send("hangup", { callsid: "TJS1" });

    expect(call.log).toEqual(["ended hangup"]);
    expect(scene.alice.received("hangup")).toEqual([]);
    expect(scene.mediaCalls.at(-1)).toBe("close");
  });

  test("[XS30] ends with the exchange's hangup, without an error after a normal end", async () => {
    const { leg, call } = await anAnsweredCall(scene);

    leg.hangUp();
    leg.hangUp();
    await settle();

    expect(scene.alice.received("hangup")).toEqual([{ callsid: "CA1" }]);
    expect(call.log).toEqual(["ended hangup"]);
  });

  test("[XS70] needs the right to make outgoing calls", async () => {
    const carla = await aDevice(scene.world, "carla!");

    await carla.send("invite", { callsid: "TJS2", sdp: sdpOf("BB") });

    expect(carla.received("error")[0]).toMatchObject({ callsid: "TJS2", error: { code: 31201 } });
    expect(carla.received("hangup")[0]).toMatchObject({ callsid: "TJS2" });
    expect(scene.receivedCalls).toEqual([]);
  });

  test("[XS70] gets the error under its own id when its application does not exist", async () => {
    await scene.alice.send("invite", { callsid: "TJS1", sdp: sdpOf("AA") });

    scene.receivedCalls[0]?.leg.decline({ cause: "not-found", voiceCode: 31001 });

    expect(scene.alice.received("hangup")).toEqual([
      { callsid: "TJS1", error: { code: 31001, message: "Application Not Found" } },
    ]);
  });

  test.each([
    [
      "whose params are longer than any frame field",
      { sdp: "v=0", twilio: { params: "x".repeat(20_000) } },
      31103,
    ],
    ["without a description", {}, 31400],
    ["whose description is too long", { sdp: "x".repeat(33_000) }, 31400],
  ])("[XS70] %s is hung up, so that its SDK does not wait", async (_what, payload, code) => {
    await scene.alice.send("invite", { callsid: "TJS1", ...payload });

    const refusal = { callsid: "TJS1", error: expect.objectContaining({ code }) };
    expect(scene.alice.received("error")).toEqual([refusal]);
    expect(scene.alice.received("hangup")).toEqual([refusal]);
  });

  test("[XS70] is not ended by an invalid invite with its sid", async () => {
    const { call } = await anAnsweredCall(scene);

    await scene.alice.send("invite", { callsid: "CA1" });

    expect(scene.alice.received("error")[0]).toMatchObject({ error: { code: 31400 } });
    expect(scene.alice.received("hangup")).toEqual([]);
    expect(call.log).toEqual([]);
  });

  test("[XS30] reports digits one by one, without the pauses", async () => {
    const { call } = await anAnsweredCall(scene);

    await scene.alice.send("dtmf", { callsid: "CA1", dtmf: "1w#" });

    expect(call.log).toEqual(["digit 1", "digit #"]);
  });

  test("[XS30] restarts ICE only for the same audio path", async () => {
    await anAnsweredCall(scene);

    await scene.alice.send("reinvite", { callsid: "CA1", sdp: sdpOf("AA") });
    await scene.alice.send("reinvite", { callsid: "CA1", sdp: sdpOf("EE") });

    expect(scene.alice.received("answer")[1]).toMatchObject({
      callsid: "CA1",
      sdp: "sdp of the restart",
    });
    expect(scene.alice.received("error")[0]).toMatchObject({
      callsid: "CA1",
      error: { code: 31400 },
    });
  });

  test("[XS60] restarts ICE in a burst of five and then once a second, for the newest waiting request", async () => {
    await anAnsweredCall(scene);
    const restarted: string[] = [];
    scene.world.media.restartIce = async (_leg, sdp) => {
      restarted.push(/name-\d+/.exec(sdp)?.[0] ?? "");
      return `answer to ${restarted.at(-1)}`;
    };
    async function pass(ms: number) {
      scene.clock.advance(ms);
      await settle();
    }
    function ask(n: number) {
      const sdp = `${sdpOf("AA")}a=ice-ufrag:name-${n}\r\n`;
      return scene.alice.send("reinvite", { callsid: "CA1", sdp });
    }

    for (let n = 1; n <= 12; n += 1) {
      await ask(n);
    }
    const atOnce = [...restarted];
    await pass(1000);
    await ask(13);
    await ask(14);
    await pass(1000);

    expect(atOnce).toEqual(["name-1", "name-2", "name-3", "name-4", "name-5"]);
    expect(restarted.slice(5)).toEqual(["name-12", "name-14"]);
    const answers = scene.alice.received("answer").map(({ sdp }) => sdp);
    expect(answers.slice(-2)).toEqual(["answer to name-12", "answer to name-14"]);
    expect(scene.alice.received("error")).toEqual([]);
    expect(scene.alice.received("hangup")).toEqual([]);
  });

  test("ignores frames of other clients", async () => {
    const { call } = await anAnsweredCall(scene);
    const bob = await aDevice(scene.world, "bob");

    await bob.send("hangup", { callsid: "CA1" });
    await bob.send("dtmf", { callsid: "CA1", dtmf: "1" });
    await bob.send("answer", { callsid: "CA1", sdp: sdpOf("BB") });

    expect(call.log).toEqual([]);
  });
});
