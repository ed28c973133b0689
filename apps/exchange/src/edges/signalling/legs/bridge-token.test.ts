import { beforeEach, describe, expect, test } from "vitest";

import { aWorld, sdpOf } from "../../../testing/signalling/test-bench.ts";
import { aKnownSocket, aNotifiedCall, reconnect } from "../../../testing/signalling/test-scene.ts";

let scene: ReturnType<typeof aWorld>;

beforeEach(() => {
  scene = aWorld();
});

describe("a client who has taken the call by the bridge token", () => {
  /** Alice's socket closes with our answer, and the next asks with the same offer, or another. */
  async function aLostAnswer(offerSdp = sdpOf("CC")) {
    const { call, answer, tokens } = await aNotifiedCall(scene);
    await answer(true);
    const alice = await aKnownSocket(scene, "alice");
    await alice.say("invite", reconnect(tokens[0]));
    alice.drop();
    const back = await aKnownSocket(scene, "alice");
    await back.say("invite", { ...reconnect(tokens[0]), sdp: offerSdp });
    return { call, back, token: tokens[0] };
  }

  test("[XS128] is told the description again that was lost with his socket", async () => {
    const { call, back, token } = await aLostAnswer();

    expect(back.got("answer")).toEqual([
      { callsid: "CA9", sdp: "sdp of the answer", reconnect: token },
    ]);
    expect(scene.mediaCalls).toEqual(["offer", "close", "answer"]);
    expect(call.log).toEqual(["ringing", "answered"]);
  });

  test("[XS128] is told it no more once ICE was restarted", async () => {
    const restarted = `${sdpOf("CC")}a=ice-ufrag:next\r\n`;
    const { back, token } = await aLostAnswer(restarted);
    back.drop();
    const again = await aKnownSocket(scene, "alice");

    await again.say("invite", { ...reconnect(token), sdp: restarted });

    expect(back.got("answer")).toMatchObject([{ sdp: "sdp of the restart" }]);
    expect(again.got("answer")).toEqual([{ callsid: "CA9", reconnect: token }]);
  });
});

describe("the bridge token", () => {
  test.each(["wrong", "", undefined])("[XS125] that is %s takes nothing", async (token) => {
    const { call, answer } = await aNotifiedCall(scene);
    await answer(true);
    const alice = await aKnownSocket(scene, "alice");

    await alice.say("invite", reconnect(token));

    expect(alice.types()).not.toContain("answer");
    expect(alice.types()).toContain("hangup");
    expect(call.log).toEqual(["ringing"]);
  });

  test("[XS125] serves its own identity alone, and once", async () => {
    const { call, answer, tokens } = await aNotifiedCall(scene);
    await answer(true);
    const [bob, alice, late] = [
      await aKnownSocket(scene, "bob"),
      await aKnownSocket(scene, "alice"),
      await aKnownSocket(scene, "alice"),
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

  test("[XS125] serves nobody whose access token is out of time, or whose key is deleted", async () => {
    const { call, answer, tokens } = await aNotifiedCall(scene);
    await answer(true);
    const alice = await aKnownSocket(scene, "alice");
    scene.revokedKeys.add("SK1");
    await alice.say("invite", reconnect(tokens[0]));
    scene.revokedKeys.clear();

    await alice.say("invite", reconnect(tokens[0]));

    const codes = alice.got("hangup").map(({ error }) => (error as { code: number }).code);
    expect(codes).toEqual([31203, 31205]);
    expect(call.log).toEqual(["ringing"]);
  });

  test("[XS125] opens again with the next access token", async () => {
    const { call, answer, tokens } = await aNotifiedCall(scene);
    await answer(true);
    const alice = await aKnownSocket(scene, "alice");
    alice.session.endToken(31205);
    await alice.say("invite", reconnect(tokens[0]));
    const before = alice.types().includes("answer");

    await alice.say("listen", { token: "alice", reconnectTimeout: 30 });
    await alice.say("invite", reconnect(tokens[0]));

    expect(before).toBe(false);
    expect(call.log).toEqual(["ringing", "answered"]);
  });
});
