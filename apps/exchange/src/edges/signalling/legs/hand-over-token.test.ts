import { beforeEach, describe, expect, test } from "vitest";

import { sdpOf } from "../../../testing/signalling/test-bench.ts";
import {
  anAuthenticatedSocket,
  aRingingCall,
  aScene,
  reconnect,
  type Scene,
} from "../../../testing/signalling/test-scene.ts";

let scene: Scene;

beforeEach(async () => {
  scene = await aScene();
});

describe("a client that has taken over the call with its token", () => {
  /**
   * Alice's socket closes before our answer arrives. Her next socket sends the same offer or
   * another.
   */
  async function aLostAnswer(offerSdp = sdpOf("CC")) {
    const { call, token } = await aRingingCall(scene);
    const alice = await anAuthenticatedSocket(scene, "alice");
    await alice.send("invite", reconnect(token));
    alice.drop();
    const back = await anAuthenticatedSocket(scene, "alice");
    await back.send("invite", { ...reconnect(token), sdp: offerSdp });
    return { call, back, token };
  }

  test("[XS13] gets the lost answer again after its socket closed", async () => {
    const { call, back, token } = await aLostAnswer();

    expect(back.received("answer")).toEqual([
      { callsid: "CA9", sdp: "sdp of the answer", reconnect: token },
    ]);
    expect(scene.mediaCalls).toEqual(["offer", "close", "answer"]);
    expect(call.log).toEqual(["ringing", "answered"]);
  });

  test("[XS13] does not get the answer again after an ICE restart", async () => {
    const restarted = `${sdpOf("CC")}a=ice-ufrag:next\r\n`;
    const { back, token } = await aLostAnswer(restarted);
    back.drop();
    const again = await anAuthenticatedSocket(scene, "alice");

    await again.send("invite", { ...reconnect(token), sdp: restarted });

    expect(back.received("answer")).toMatchObject([{ sdp: "sdp of the restart" }]);
    expect(again.received("answer")).toEqual([{ callsid: "CA9", reconnect: token }]);
  });
});

describe("the token of a ringing call", () => {
  test.each(["wrong", "", undefined])("[XS121] with the value %j is refused", async (token) => {
    const { call } = await aRingingCall(scene);
    const alice = await anAuthenticatedSocket(scene, "alice");

    await alice.send("invite", reconnect(token));

    expect(alice.types()).not.toContain("answer");
    expect(alice.types()).toContain("hangup");
    expect(call.log).toEqual(["ringing"]);
  });

  test("[XS121] is valid only for its own identity, and once", async () => {
    const { call, token } = await aRingingCall(scene);
    const [bob, alice, late] = [
      await anAuthenticatedSocket(scene, "bob"),
      await anAuthenticatedSocket(scene, "alice"),
      await anAuthenticatedSocket(scene, "alice"),
    ];

    await bob.send("invite", reconnect(token));
    const before = [...call.log];
    await alice.send("invite", reconnect(token));
    await late.send("invite", reconnect(token, "DD"));

    expect(before).toEqual(["ringing"]);
    for (const refused of [bob, late]) {
      expect(refused.received("error")).toMatchObject([{ callsid: "CA9", error: { code: 31209 } }]);
      expect(refused.received("hangup")).toMatchObject([
        { callsid: "CA9", error: { code: 31209 } },
      ]);
    }
    expect(alice.types()).toContain("answer");
    expect(call.log).toEqual(["ringing", "answered"]);
  });

  test("[XS121] is refused when the access token has expired or its key is deleted", async () => {
    const { call, token } = await aRingingCall(scene);
    const alice = await anAuthenticatedSocket(scene, "alice");
    scene.revokedKeys.add("SK1");
    await alice.send("invite", reconnect(token));
    scene.revokedKeys.clear();

    await alice.send("invite", reconnect(token));

    const codes = alice.received("hangup").map(({ error }) => (error as { code: number }).code);
    expect(codes).toEqual([31203, 31205]);
    expect(call.log).toEqual(["ringing"]);
  });

  test("[XS121] is valid again with the next access token", async () => {
    const { call, token } = await aRingingCall(scene);
    const alice = await anAuthenticatedSocket(scene, "alice");
    alice.session.revokeToken(31205);
    await alice.send("invite", reconnect(token));
    const before = alice.types().includes("answer");

    await alice.send("listen", { token: "alice", reconnectTimeout: 30 });
    await alice.send("invite", reconnect(token));

    expect(before).toBe(false);
    expect(call.log).toEqual(["ringing", "answered"]);
  });
});
