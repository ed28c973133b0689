import { describe, expect, test } from "vitest";

import {
  aDevice,
  aWorld,
  RecordedCall,
  sdpOf,
  settle,
} from "../../../testing/signalling/test-bench.ts";

const request = {
  callSid: "CA9",
  from: "+61491570006",
  to: "client:alice",
  callerName: "Alex",
  params: [] as [string, string][],
};

function aMessage(content: unknown) {
  return {
    content,
    contentType: "application/json",
    messageType: "user-defined-message",
    voiceEventSid: `KX${JSON.stringify(content)}`,
  };
}

async function anAwayClient() {
  const scene = aWorld();
  const socket = await aDevice(scene.world, "alice");
  await socket.send("invite", { callsid: "TJS1", sdp: sdpOf("AA") });
  const call = scene.receivedCalls[0];
  if (call === undefined) {
    throw new Error("the core got no call");
  }
  await call.leg.answer(call.callSid);
  const token = socket.received("answer")[0]?.["reconnect"];
  socket.drop();
  async function comeBack(iceName?: string) {
    const again = await aDevice(scene.world, "alice");
    const sdp = sdpOf("AA") + (iceName === undefined ? "" : `a=ice-ufrag:${iceName}\r\n`);
    await again.send("invite", { callsid: "CA1", sdp, reconnect: token });
    return again;
  }
  return { ...scene, ...call, comeBack };
}

describe("messages for a disconnected client", () => {
  test("[XS15] are kept, and sent in order after the answer to the reconnect", async () => {
    const { leg, comeBack } = await anAwayClient();

    expect([1, 2, 3].map((n) => leg.sendMessage?.(aMessage(n)))).toEqual([true, true, true]);
    const again = await comeBack();

    expect(again.received("message").map((payload) => payload["content"])).toEqual([1, 2, 3]);
    expect(again.types().indexOf("answer")).toBeLessThan(again.types().indexOf("message"));
    expect(leg.sendMessage?.(aMessage(4))).toBe(true);
    expect(again.received("message")).toHaveLength(4);
  });

  test("[XS15] are kept when the client disconnects again before the answer to its reconnect", async () => {
    const { leg, world, comeBack } = await anAwayClient();
    leg.sendMessage?.(aMessage(1));
    let restarted: (sdp: string) => void = () => undefined;
    world.media.restartIce = () => new Promise((resolve) => (restarted = resolve));

    const between = await comeBack("restarted");
    between.drop();
    restarted("sdp of the restart");
    await settle();
    const again = await comeBack("restarted");

    expect(between.received("message")).toEqual([]);
    expect(again.received("message").map((payload) => payload["content"])).toEqual([1]);
  });

  test("[XS15] are at most twenty, and one more is refused", async () => {
    const { leg, comeBack } = await anAwayClient();

    const results = Array.from({ length: 21 }, (_, n) => leg.sendMessage?.(aMessage(n)));
    const again = await comeBack();

    expect(results.filter((isAccepted) => isAccepted)).toHaveLength(20);
    expect(again.received("message")).toHaveLength(20);
  });
});

test("[XS15] messages of a client that has returned are accepted before it reconnects the call", async () => {
  const { world, call } = await anAwayClient();
  const [again, other] = await Promise.all([aDevice(world, "alice"), aDevice(world, "mallory")]);
  const message = {
    callsid: "CA1",
    content: "hello",
    messagetype: "user-defined-message",
    voiceeventsid: "KX1",
  };

  await again.send("message", message);
  await again.send("dtmf", { callsid: "CA1", dtmf: "5" });
  await other.send("message", message);

  expect(call.messages).toHaveLength(1);
  expect(call.log).toEqual(["digit 5"]);
  expect(again.received("ack")).toHaveLength(1);
  expect(other.received("error")[0]).toMatchObject({ error: { code: 31404 } });
});

describe("a call to two devices", () => {
  test("[XS40] is not busy while a device without a call rings, nor after the call has ended", async () => {
    const scene = aWorld();
    const [first] = await Promise.all([
      aDevice(scene.world, "alice"),
      aDevice(scene.world, "alice"),
    ]);
    async function ring() {
      const leg = scene.dialer.dial(request, new RecordedCall());
      await settle();
      return leg;
    }
    await first.send("invite", { callsid: "TJS1", sdp: sdpOf("AA") });

    const leg = await ring();
    expect(leg.isBusy).toBe(false);
    await first.send("reject", { callsid: "CA9" });
    expect(leg.isBusy).toBe(false);
    leg.decline({ cause: "cancelled" });

    expect(leg.isBusy).toBe(false);
  });
});
