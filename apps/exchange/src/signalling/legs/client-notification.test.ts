import { beforeEach, describe, expect, it } from "vitest";
import { aDevice, aWorld, RecordedCall, ScriptedSocket, sdpOf, settle } from "../test-bench.ts";
import { request } from "./test-scene.ts";

type World = ReturnType<typeof aWorld>;

let scene: World;

beforeEach(() => {
  scene = aWorld();
});

/** A call to alice, of which the application is told; it has not answered yet. */
async function aNotifiedCall() {
  const call = new RecordedCall();
  const tokens: string[] = [];
  let answer: (isFound: boolean) => void = () => undefined;
  const answered = new Promise<boolean>((resolve) => (answer = resolve));
  const notifyClient = (token: string) => (tokens.push(token), answered);
  const leg = scene.dialer.dial({ ...request, notifyClient }, call);
  await settle();
  return {
    call,
    leg,
    tokens,
    answer: async (isFound: boolean): Promise<void> => {
      answer(isFound);
      await settle();
    },
  };
}

/** One that has shown its token and not registered. */
async function aKnownSocket(token: string): Promise<ScriptedSocket> {
  const socket = new ScriptedSocket(scene.world);
  await socket.say("listen", { token, reconnectTimeout: 30 });
  return socket;
}

const reconnect = (token: string | undefined, fingerprint = "CC") => ({
  callsid: "CA9",
  sdp: sdpOf(fingerprint),
  reconnect: token,
});

describe("a client without a device, of whose call the application is told", () => {
  it("[XS119] is waited for with nothing told, and rings when the answer is 200", async () => {
    const { call, answer } = await aNotifiedCall();
    const before = [...call.log];

    await answer(true);
    scene.clock.advance(600_000);
    await settle();

    expect(before).toEqual([]);
    expect(call.log).toEqual(["ringing"]);
  });

  it("[XS122] is not found when the answer is another", async () => {
    const { call, answer, tokens } = await aNotifiedCall();

    await answer(false);

    expect(call.log).toEqual(["ended not-found"]);
    expect(call.end).toMatchObject({ sipCode: 404, voiceCode: 31404 });
    const late = await aKnownSocket("alice");
    await late.say("invite", reconnect(tokens[0]));
    expect(late.types()).not.toContain("answer");
    expect(scene.mediaCalls.filter((each) => each !== "close")).toEqual(["offer"]);
  });

  it("[XS120] is rung as soon as it registers, before the answer or after it", async () => {
    const { call, answer } = await aNotifiedCall();

    const early = await aDevice(scene.world, "alice");
    const logged = [...call.log];
    await answer(true);
    const late = await aDevice(scene.world, "alice!");
    await late.say("answer", { callsid: "CA9", sdp: sdpOf("AA") });

    expect([logged, early.got("invite").length]).toEqual([["ringing"], 1]);
    expect(late.got("invite")).toEqual(early.got("invite"));
    expect([...early.types(), ...late.types()].filter((type) => type === "cancel")).toHaveLength(1);
    expect(early.got("cancel")).toEqual([{ callsid: "CA9" }]);
    expect(call.log).toEqual(["ringing", "answered"]);
  });

  it("[XS120] is rung also when it registers before there is an offer", async () => {
    let offer: (sdp: string) => void = () => undefined;
    scene.world.media.offerWebRtc = () => new Promise((resolve) => (offer = resolve));
    const { call, tokens } = await aNotifiedCall();
    const alice = await aDevice(scene.world, "alice");
    const before = [...call.log, ...alice.got("invite"), ...tokens];

    offer("sdp of the offer");
    await settle();

    expect(before).toEqual([]);
    expect(alice.got("invite")).toMatchObject([{ callsid: "CA9", sdp: "sdp of the offer" }]);
    expect(call.log).toEqual(["ringing"]);
  });

  it("[XS122] whose device came while the application was asked rings on without the others", async () => {
    const { call, answer } = await aNotifiedCall();
    const alice = await aDevice(scene.world, "alice");

    await answer(false);
    const late = await aDevice(scene.world, "alice!");
    await late.say("answer", { callsid: "CA9", sdp: sdpOf("BB") });
    const before = [...call.log];
    await alice.say("answer", { callsid: "CA9", sdp: sdpOf("AA") });

    expect(late.got("invite")).toEqual([]);
    expect(before).toEqual(["ringing"]);
    expect(call.log).toEqual(["ringing", "answered"]);
  });

  it("[XS122] whose device came and went ends as unreachable when nobody else was told", async () => {
    const { call, answer } = await aNotifiedCall();
    (await aDevice(scene.world, "alice")).drop();
    scene.clock.advance(30_000);
    await settle();
    const before = [...call.log];

    await answer(false);

    expect(before).toEqual(["ringing"]);
    expect(call.end).toMatchObject({ cause: "unreachable", sipCode: 480 });
  });

  it("[XS121] takes the call by the bridge token without ever registering", async () => {
    const { call, answer, tokens } = await aNotifiedCall();
    await answer(true);
    const alice = await aKnownSocket("alice");

    await alice.say("invite", reconnect(tokens[0]));

    expect(alice.got("answer")).toEqual([
      { callsid: "CA9", sdp: "sdp of the answer", reconnect: tokens[0] },
    ]);
    expect(scene.mediaCalls).toEqual(["offer", "close", "answer"]);
    expect(call.log).toEqual(["ringing", "answered"]);
  });

  it.each([true, false])(
    "[XS121] takes it before the application has answered %s, which changes nothing",
    async (isFound) => {
      const { call, answer, tokens } = await aNotifiedCall();
      const alice = await aKnownSocket("alice");

      await alice.say("invite", reconnect(tokens[0]));
      await answer(isFound);
      const late = await aDevice(scene.world, "alice!");

      expect(call.log).toEqual(["ringing", "answered"]);
      expect([...alice.types(), ...late.types()]).not.toContain("hangup");
      expect(late.types()).not.toContain("invite");
    },
  );
});

describe("a client who has taken the call by the bridge token", () => {
  /** Alice's socket closes with our answer, and the next asks with the same offer, or another. */
  async function aLostAnswer(offerSdp = sdpOf("CC")) {
    const { call, answer, tokens } = await aNotifiedCall();
    await answer(true);
    const alice = await aKnownSocket("alice");
    await alice.say("invite", reconnect(tokens[0]));
    alice.drop();
    const back = await aKnownSocket("alice");
    await back.say("invite", { ...reconnect(tokens[0]), sdp: offerSdp });
    return { call, back, token: tokens[0] };
  }

  it("[XS128] is told the description again that was lost with his socket", async () => {
    const { call, back, token } = await aLostAnswer();

    expect(back.got("answer")).toEqual([
      { callsid: "CA9", sdp: "sdp of the answer", reconnect: token },
    ]);
    expect(scene.mediaCalls).toEqual(["offer", "close", "answer"]);
    expect(call.log).toEqual(["ringing", "answered"]);
  });

  it("[XS128] is told it no more once ICE was restarted", async () => {
    const restarted = `${sdpOf("CC")}a=ice-ufrag:next\r\n`;
    const { back, token } = await aLostAnswer(restarted);
    back.drop();
    const again = await aKnownSocket("alice");

    await again.say("invite", { ...reconnect(token), sdp: restarted });

    expect(back.got("answer")).toMatchObject([{ sdp: "sdp of the restart" }]);
    expect(again.got("answer")).toEqual([{ callsid: "CA9", reconnect: token }]);
  });
});

describe("a client with devices, of whose call the application is told", () => {
  it("[XS118] [XS126] rings at once, and by the token that its devices have", async () => {
    const alice = await aDevice(scene.world, "alice");

    const { call, tokens } = await aNotifiedCall();

    expect(call.log).toEqual(["ringing"]);
    expect(alice.got("invite")).toMatchObject([{ callsid: "CA9", reconnect: tokens[0] }]);
    expect(tokens).toHaveLength(1);
    expect(JSON.stringify(alice.got("invite")[0]?.["parameters"])).not.toContain(tokens[0]);
  });

  it("[XS122] rings on when the answer is no 200", async () => {
    const alice = await aDevice(scene.world, "alice");
    const { call, answer } = await aNotifiedCall();

    await answer(false);
    await alice.say("answer", { callsid: "CA9", sdp: sdpOf("AA") });

    expect(call.log).toEqual(["ringing", "answered"]);
  });

  it("[XS123] rings on when the last of them goes away", async () => {
    const alice = await aDevice(scene.world, "alice");
    const { call, answer } = await aNotifiedCall();
    await answer(true);

    alice.drop();
    scene.clock.advance(30_000);
    await settle();
    const other = await aDevice(scene.world, "alice!");
    await other.say("answer", { callsid: "CA9", sdp: sdpOf("AA") });

    expect(call.log).toEqual(["ringing", "answered"]);
  });

  it("[XS123] rings on when the last of them gives up, and ends when one rejects", async () => {
    const alice = await aDevice(scene.world, "alice");
    const { call, answer } = await aNotifiedCall();
    await answer(true);

    await alice.say("hangup", { callsid: "CA9" });
    const before = [...call.log];
    const other = await aDevice(scene.world, "alice!");
    await other.say("reject", { callsid: "CA9" });

    expect(before).toEqual(["ringing"]);
    expect(call.end).toMatchObject({ cause: "declined", sipCode: 603 });
  });

  it("[XS127] is not busy because they all are", async () => {
    const alice = await aDevice(scene.world, "alice");
    await alice.say("invite", { callsid: "TJS1", sdp: sdpOf("AA"), twilio: {} });

    const told = await aNotifiedCall();
    const isBusy = [told.leg.isBusy];
    await told.answer(false);
    isBusy.push(told.leg.isBusy);

    expect(isBusy).toEqual([false, true]);
  });
});

describe("a call that ends while the application is asked", () => {
  it.each([true, false])(
    "[XS124] leaves nothing, and an answer of %s changes nothing",
    async (is) => {
      const { call, leg, answer, tokens } = await aNotifiedCall();

      leg.decline({ cause: "cancelled" });
      await answer(is);
      const alice = await aDevice(scene.world, "alice");
      await alice.say("invite", reconnect(tokens[0]));
      scene.clock.advance(60_000);

      expect(call.log).toEqual(["ended cancelled"]);
      expect(scene.mediaCalls).toEqual(["offer", "close"]);
      expect(alice.types()).not.toContain("answer");
      expect(scene.world.legs.of("alice")).toEqual([]);
    },
  );

  it("[XS124] before there was an offer tells the application nothing", async () => {
    let offer: (sdp: string) => void = () => undefined;
    scene.world.media.offerWebRtc = () => new Promise((resolve) => (offer = resolve));
    const { leg, tokens } = await aNotifiedCall();

    leg.decline({ cause: "cancelled" });
    offer("sdp of the offer");
    await settle();

    expect(tokens).toEqual([]);
  });
});

describe("the bridge token", () => {
  it.each(["wrong", "", undefined])("[XS125] that is %s takes nothing", async (token) => {
    const { call, answer } = await aNotifiedCall();
    await answer(true);
    const alice = await aKnownSocket("alice");

    await alice.say("invite", reconnect(token));

    expect(alice.types()).not.toContain("answer");
    expect(alice.types()).toContain("hangup");
    expect(call.log).toEqual(["ringing"]);
  });

  it("[XS125] serves its own identity alone, and once", async () => {
    const { call, answer, tokens } = await aNotifiedCall();
    await answer(true);
    const [bob, alice, late] = [
      await aKnownSocket("bob"),
      await aKnownSocket("alice"),
      await aKnownSocket("alice"),
    ];

    await bob.say("invite", reconnect(tokens[0]));
    const before = [...call.log];
    await alice.say("invite", reconnect(tokens[0]));
    await late.say("invite", reconnect(tokens[0], "DD"));

    expect(before).toEqual(["ringing"]);
    for (const refused of [bob, late]) {
      expect(refused.got("error")).toMatchObject([{ callsid: "CA9", error: { code: 31209 } }]);
      expect(refused.got("hangup")).toMatchObject([{ callsid: "CA9", error: { code: 31209 } }]);
    }
    expect(alice.types()).toContain("answer");
    expect(call.log).toEqual(["ringing", "answered"]);
  });

  it("[XS125] serves nobody whose access token is out of time, or whose key is deleted", async () => {
    const { call, answer, tokens } = await aNotifiedCall();
    await answer(true);
    const alice = await aKnownSocket("alice");
    scene.revokedKeys.add("SK1");
    await alice.say("invite", reconnect(tokens[0]));
    scene.revokedKeys.clear();

    await alice.say("invite", reconnect(tokens[0]));

    const codes = alice.got("hangup").map(({ error }) => (error as { code: number }).code);
    expect(codes).toEqual([31203, 31205]);
    expect(call.log).toEqual(["ringing"]);
  });

  it("[XS125] opens again with the next access token", async () => {
    const { call, answer, tokens } = await aNotifiedCall();
    await answer(true);
    const alice = await aKnownSocket("alice");
    alice.session.endToken(31205);
    await alice.say("invite", reconnect(tokens[0]));
    const before = alice.types().includes("answer");

    await alice.say("listen", { token: "alice", reconnectTimeout: 30 });
    await alice.say("invite", reconnect(tokens[0]));

    expect(before).toBe(false);
    expect(call.log).toEqual(["ringing", "answered"]);
  });
});
