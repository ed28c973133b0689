import { beforeEach, describe, expect, it } from "vitest";
import {
  aDevice,
  aWorld,
  RecordedCall,
  sdpOf,
  settle,
  type ScriptedSocket,
} from "../test-bench.ts";

const request = {
  callSid: "CA9",
  from: "+61255500199",
  to: "client:alice",
  callerName: null,
  params: [["station", "2ZZ"]] as [string, string][],
};

let scene: ReturnType<typeof aWorld>;
let alice: ScriptedSocket;

beforeEach(async () => {
  scene = aWorld();
  alice = await aDevice(scene.world, "alice");
});

/** Alice's SDK calls, and the core answers. */
async function anAnsweredCall() {
  await alice.say("invite", { callsid: "TJS1", sdp: sdpOf("AA"), twilio: { params: "a=b+c" } });
  const call = scene.taken[0];
  if (call === undefined) throw new Error("the core got no call");
  await call.leg.answer(call.callSid);
  return { ...call, token: alice.got("answer")[0]?.["reconnect"] };
}

async function aRingingCall() {
  const call = new RecordedCall();
  const leg = scene.dialer.dial(request, call);
  await settle();
  return { call, leg, token: alice.got("invite")[0]?.["reconnect"] };
}

describe("a call of the SDK", () => {
  it("[XS4] rings with the call's sid and is answered with a reconnect token", async () => {
    const { arrival, token } = await anAnsweredCall();

    expect(alice.got("ringing")).toEqual([{ callsid: "CA1" }]);
    expect(alice.got("answer")).toEqual([
      { callsid: "CA1", sdp: "sdp of the answer", reconnect: token },
    ]);
    expect(String(token).length).toBeGreaterThanOrEqual(32);
    expect(arrival).toMatchObject({
      from: "client:alice",
      applicationSid: "AP1",
      params: [["a", "b c"]],
    });
  });

  it("[XS34] hears early media by `ringing` with the final sdp; the answer goes without", async () => {
    await alice.say("invite", { callsid: "TJS1", sdp: sdpOf("AA"), twilio: { params: "" } });
    const { leg, callSid } = scene.taken[0] ?? { leg: null, callSid: "" };

    expect(await leg?.openEarly?.(callSid)).toBe(true);
    expect(await leg?.openEarly?.(callSid)).toBe(true);
    await leg?.answer(callSid);

    expect(alice.got("ringing")).toEqual([
      { callsid: "CA1" },
      { callsid: "CA1", sdp: "sdp of the answer" },
    ]);
    const [answer] = alice.got("answer");
    expect(Object.keys(answer ?? {})).toEqual(["callsid", "reconnect"]);
    expect(scene.mediaCalls.filter((call) => call === "answer")).toHaveLength(1);
  });

  it("[XS34] a call that ends while its early path is being opened leaves none open", async () => {
    await alice.say("invite", { callsid: "TJS1", sdp: sdpOf("AA"), twilio: { params: "" } });
    const { leg, callSid } = scene.taken[0] ?? { leg: null, callSid: "" };

    const opening = leg?.openEarly?.(callSid);
    leg?.decline({ cause: "cancelled" });

    expect(await opening).toBe(false);
    expect(scene.mediaCalls.at(-1)).toBe("close");
  });

  it("[XS7] ends with the SDK's hangup, also under its temporary id", async () => {
    const { call } = await anAnsweredCall();

    await alice.say("hangup", { callsid: "TJS1" });

    expect(call.log).toEqual(["ended hangup"]);
    expect(alice.got("hangup")).toEqual([]);
    expect(scene.mediaCalls.at(-1)).toBe("close");
  });

  it("[XS7] ends with our hangup, without an error when nothing went wrong", async () => {
    const { leg, call } = await anAnsweredCall();

    leg.hangUp();
    leg.hangUp();
    await settle();

    expect(alice.got("hangup")).toEqual([{ callsid: "CA1" }]);
    expect(call.log).toEqual(["ended hangup"]);
  });

  it("[XS23] needs the right to call out", async () => {
    const carla = await aDevice(scene.world, "carla!");

    await carla.say("invite", { callsid: "TJS2", sdp: sdpOf("BB") });

    expect(carla.got("error")[0]).toMatchObject({ callsid: "TJS2", error: { code: 31201 } });
    expect(carla.got("hangup")[0]).toMatchObject({ callsid: "TJS2" });
    expect(scene.taken).toEqual([]);
  });

  it("[XS24] is told under its own id when its application does not exist", async () => {
    await alice.say("invite", { callsid: "TJS1", sdp: sdpOf("AA") });

    scene.taken[0]?.leg.decline({ cause: "not-found", voiceCode: 31001 });

    expect(alice.got("hangup")).toEqual([
      { callsid: "TJS1", error: { code: 31001, message: "Application Not Found" } },
    ]);
  });

  it("[XS10] reports digits one by one, without the pauses", async () => {
    const { call } = await anAnsweredCall();

    await alice.say("dtmf", { callsid: "CA1", dtmf: "1w#" });

    expect(call.log).toEqual(["digit 1", "digit #"]);
  });

  it("[XS11] restarts ICE of the same audio path only", async () => {
    await anAnsweredCall();

    await alice.say("reinvite", { callsid: "CA1", sdp: sdpOf("AA") });
    await alice.say("reinvite", { callsid: "CA1", sdp: sdpOf("EE") });

    expect(alice.got("answer")[1]).toMatchObject({ callsid: "CA1", sdp: "sdp of the restart" });
    expect(alice.got("error")[0]).toMatchObject({ callsid: "CA1", error: { code: 31400 } });
  });

  it("[XS15] passes messages both ways, within their bounds", async () => {
    const { call, leg } = await anAnsweredCall();
    const message = { callsid: "CA1", contenttype: "application/json", voiceeventsid: "KX1" };
    const good = { ...message, content: { hi: 1 }, messagetype: "user-defined-message" };

    await alice.say("message", good);
    await alice.say("message", { ...good, messagetype: "unheard-of" });
    await alice.say("message", { ...good, content: "x".repeat(10_240) });
    leg.sendMessage?.({
      content: "hello",
      contentType: "text/plain",
      messageType: "user-defined-message",
      voiceEventSid: "KX2",
    });

    expect(alice.got("ack")).toEqual([
      { acktype: "message", callsid: "CA1", voiceeventsid: "KX1" },
    ]);
    expect(call.messages).toEqual([
      {
        content: { hi: 1 },
        contentType: "application/json",
        messageType: "user-defined-message",
        voiceEventSid: "KX1",
      },
    ]);
    expect(alice.got("error").map((p) => (p["error"] as { code: number }).code)).toEqual([
      31210, 31212,
    ]);
    expect(alice.got("message")[0]).toMatchObject({ callsid: "CA1", content: "hello" });
  });

  it("[XS26] nobody else's frames reach it", async () => {
    const { call } = await anAnsweredCall();
    const bob = await aDevice(scene.world, "bob");

    await bob.say("hangup", { callsid: "CA1" });
    await bob.say("dtmf", { callsid: "CA1", dtmf: "1" });
    await bob.say("answer", { callsid: "CA1", sdp: sdpOf("BB") });

    expect(call.log).toEqual([]);
  });
});

describe("a lost socket", () => {
  it("[XS12] is replaced by another with the token", async () => {
    const { call, token } = await anAnsweredCall();
    alice.drop();
    scene.clock.advance(29_000);
    const back = await aDevice(scene.world, "alice");

    await back.say("invite", { callsid: "CA1", sdp: sdpOf("AA"), reconnect: token });
    scene.clock.advance(60_000);
    await back.say("dtmf", { callsid: "CA1", dtmf: "5" });

    expect(back.got("answer")).toEqual([{ callsid: "CA1", reconnect: token }]);
    expect(call.log).toEqual(["digit 5"]);
  });

  it("[XS13] [DS30] ends the call after the reconnect timeout, at most 30 s", async () => {
    alice = await aDevice(scene.world, "alice", 3600);
    const { call } = await anAnsweredCall();

    alice.drop();
    scene.clock.advance(29_999);
    await settle();
    const before = [...call.log];
    scene.clock.advance(1);
    await settle();

    expect(before).toEqual([]);
    expect(call.end).toMatchObject({ cause: "signalling-lost" });
  });

  it("[XS13] a client that names no timeout has 5 s", async () => {
    alice = await aDevice(scene.world, "alice", 0);
    const { call } = await anAnsweredCall();

    alice.drop();
    scene.clock.advance(5000);
    await settle();

    expect(call.end).toMatchObject({ cause: "signalling-lost" });
  });

  it("[XS13] ends a call that was not answered at once", async () => {
    await alice.say("invite", { callsid: "TJS1", sdp: sdpOf("AA") });

    alice.drop();
    await settle();

    expect(scene.taken[0]?.call.end).toMatchObject({ cause: "signalling-lost" });
  });

  it("[XS14] a wrong token or another identity is refused, and the call goes on", async () => {
    const { call, token } = await anAnsweredCall();
    const bob = await aDevice(scene.world, "bob");

    await alice.say("invite", { callsid: "CA1", sdp: sdpOf("AA"), reconnect: "guess" });
    await alice.say("invite", { callsid: "CA1", sdp: sdpOf("AA"), reconnect: "" });
    await bob.say("invite", { callsid: "CA1", sdp: sdpOf("AA"), reconnect: token });
    await alice.say("dtmf", { callsid: "CA1", dtmf: "5" });

    const codes = [...alice.got("error"), ...bob.got("error")].map(
      (payload) => (payload["error"] as { code: number }).code,
    );
    expect(codes).toEqual([31209, 31107, 31209]);
    expect(call.log).toEqual(["digit 5"]);
  });

  it("[XS12] a call that ended meanwhile is hung up when the client comes back", async () => {
    const { leg, token } = await anAnsweredCall();
    alice.drop();
    leg.hangUp();
    const back = await aDevice(scene.world, "alice");

    await back.say("invite", { callsid: "CA1", sdp: sdpOf("AA"), reconnect: token });

    expect(back.got("hangup")).toEqual([{ callsid: "CA1" }]);
  });

  it("[XS7] a client who comes back may hang up before he reconnects", async () => {
    const { call } = await anAnsweredCall();
    alice.drop();
    const back = await aDevice(scene.world, "alice");

    await back.say("hangup", { callsid: "CA1" });

    expect(call.log).toEqual(["ended hangup"]);
  });
});

describe("a call to the SDK", () => {
  it("[XS5][XS6] rings with parameters and connects with the answer", async () => {
    const { call } = await aRingingCall();

    await alice.say("answer", { callsid: "CA9", sdp: sdpOf("AA") });

    expect(alice.got("invite")[0]).toMatchObject({
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

  it("[XS17] rings every device; the first wins and the others are cancelled", async () => {
    const second = await aDevice(scene.world, "alice");
    const { call } = await aRingingCall();

    await second.say("answer", { callsid: "CA9", sdp: sdpOf("BB") });
    await alice.say("answer", { callsid: "CA9", sdp: sdpOf("AA") });

    expect(alice.got("cancel")).toEqual([{ callsid: "CA9" }]);
    expect(alice.got("hangup")).toEqual([{ callsid: "CA9" }]);
    expect(second.types()).not.toContain("cancel");
    expect(call.log).toEqual(["ringing", "answered"]);
  });

  it("[XS8] is cancelled when the caller gives up", async () => {
    const { call, leg } = await aRingingCall();

    leg.decline({ cause: "cancelled" });
    await settle();

    expect(alice.got("cancel")).toEqual([{ callsid: "CA9" }]);
    expect(call.log).toEqual(["ringing", "ended cancelled"]);
  });

  it("[XS9] ends when the last device has rejected it", async () => {
    const second = await aDevice(scene.world, "alice");
    const { call } = await aRingingCall();

    await alice.say("reject", { callsid: "CA9" });
    const afterFirst = [...call.log];
    await second.say("reject", { callsid: "CA9" });

    expect(afterFirst).toEqual(["ringing"]);
    expect(call.end).toMatchObject({ cause: "declined", sipCode: 603, voiceCode: 31603 });
  });

  it("[XS9] nobody there is told at once, and after the dialler has its leg", async () => {
    const call = new RecordedCall();

    const leg = scene.dialer.dial({ ...request, to: "client:nobody" }, call);
    const atOnce = [...call.log];
    await settle();

    expect(leg.kind).toBe("client");
    expect(atOnce).toEqual([]);
    expect(call.end).toMatchObject({ cause: "not-found", sipCode: 404 });
  });

  it("[XS9] ends when the only device vanishes while it rings", async () => {
    const { call } = await aRingingCall();

    alice.drop();
    await settle();

    expect(call.end).toMatchObject({ cause: "unreachable", sipCode: 480 });
  });

  it("[XS26] an unusable answer ends it with a reason", async () => {
    const { call } = await aRingingCall();

    await alice.say("answer", { callsid: "CA9", sdp: "bad" });

    expect(call.end).toMatchObject({ cause: "failed", voiceCode: 53402 });
    expect(alice.got("hangup")[0]).toMatchObject({ callsid: "CA9", error: { code: 53402 } });
  });

  it("[XS12] can be handed over to another device of the identity while it rings", async () => {
    const { call, token } = await aRingingCall();
    const worker = await aDevice(scene.world, "alice");

    await worker.say("invite", { callsid: "CA9", sdp: sdpOf("CC"), reconnect: token });

    expect(alice.got("cancel")).toEqual([{ callsid: "CA9" }]);
    expect(worker.got("answer")).toEqual([
      { callsid: "CA9", sdp: "sdp of the answer", reconnect: token },
    ]);
    expect(call.log).toEqual(["ringing", "answered"]);
  });
});
