import { afterEach, expect, test } from "vitest";

import { createPeerPlan } from "../../src/edges/sip/trunks/trunk.ts";
import { TestMedia, TestSink } from "../../src/testing/sip/test-bench.ts";
import { aListener, anExchange, aTelephone, Cleanup, until } from "../support/sip-support.ts";

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

function dialRequest(to: string) {
  return { callSid: "CA7", from: "+61255500101", to, callerName: "2ZZ", params: [] };
}

test("[XI2] rings, answers and is hung up by the listener", async () => {
  const media = new TestMedia();
  const { sip, intake } = await anExchange(cleanup, { media });
  intake.onReceive = (leg) => {
    leg.ring("CA1");
    void leg.answer("CA1");
  };

  const listener = await aListener(cleanup, sip, { name: "Alice Nguyen" });
  await listener.answered;
  await listener.hangUp();

  const { arrival, sink, leg } = intake.call();
  expect(arrival).toMatchObject({
    from: "+61491570006",
    to: "+61255500101",
    callerName: "Alice Nguyen",
  });
  expect(sink.events).toEqual(["ended hangup"]);
  expect(media.connected[0]?.remote).toMatchObject({ codec: "PCMU", telephoneEvent: 101 });
  expect(media.closed).toContain(leg.id);
  expect(await listener.ended).toMatchObject({ by: "listener" });
});

test("[XI5] hangs the listener up with BYE", async () => {
  const { sip, intake } = await anExchange(cleanup, { media: new TestMedia() });
  intake.onReceive = (leg) => void leg.answer("CA1");
  const listener = await aListener(cleanup, sip);
  await listener.answered;

  intake.call().leg.hangUp();

  expect(await listener.ended).toEqual({ by: "exchange", status: 0, reason: "" });
});

test("[XI2] takes a CANCEL while it rings", async () => {
  const { sip, intake } = await anExchange(cleanup, { media: new TestMedia() });
  intake.onReceive = (leg) => leg.ring("CA1");
  const listener = await aListener(cleanup, sip);
  await listener.ringing;

  await listener.hangUp();

  expect(await listener.ended).toMatchObject({ by: "listener", status: 487 });
  expect(intake.call().sink.end).toEqual({ cause: "cancelled", sipCode: 487 });
});

test("[XI21] rings a number at the peer, with digest credentials, and is heard to be answered", async () => {
  const credentials = { username: "station", password: "s3cret" };
  const carrier = await aTelephone(cleanup, { credentials });
  const peer = { host: carrier.address.address, port: carrier.address.port, ...credentials };
  const media = new TestMedia();
  const { sip } = await anExchange(cleanup, { media, plan: createPeerPlan(peer) });
  const sink = new TestSink();

  const leg = sip.dialer.dial(dialRequest("+61255500199"), sink);
  const called = await carrier.nextCall();
  await called.answered;
  await until("answered", () => sink.events.includes("answered"));
  leg.hangUp();
  const end = await called.ended;

  expect(called.rung).toMatch(/^sip:\+61255500199@127\.0\.0\.1/);
  expect(called.invited("p-asserted-identity")[0]).toContain("+61255500101");
  expect(end.by).toBe("exchange");
  expect(sink.events).toEqual(["ringing", "answered", "ended hangup"]);
  expect(media.connected[0]?.remote.codec).toBe("PCMU");
});

test("lets two hundred listeners ring at once and ends them all when it closes", async () => {
  const { sip, intake } = await anExchange(cleanup, { media: new TestMedia() });
  intake.onReceive = (leg) => void leg.answer("CA1");

  const listeners = await Promise.all(Array.from({ length: 200 }, () => aListener(cleanup, sip)));
  for (const listener of listeners) {
    // Ten thousand packets a second, to nobody, would leave this process no time for the calls.
    void listener.answered.then(() => listener.setNetwork(false));
  }
  await Promise.all(listeners.map((listener) => listener.answered));
  await sip.close();

  const ends = await Promise.all(listeners.map((listener) => listener.ended));
  expect(ends.every((end) => end.by === "exchange")).toBe(true);
  expect(new Set(intake.calls.map(({ leg }) => leg.id)).size).toBe(200);
});

test("names the port that it cannot have", async () => {
  const { sip } = await anExchange(cleanup, { media: new TestMedia() });

  const again = anExchange(cleanup, { media: new TestMedia(), port: sip.address.port });

  await expect(again).rejects.toMatchObject({
    code: "sip_port_unavailable",
    message: expect.stringContaining(String(sip.address.port)),
  });
});
