import { afterEach, describe, expect, test } from "vitest";

import type { SipListener } from "@linedesk/testkit";
import {
  inRoom,
  ringAlice,
  statusOf,
  statusSettles,
  untilReceived,
} from "../signalling/client-calls.ts";
import { type ChromiumScene, inChromium } from "./chromium-scene.ts";
import { CuttableProxy } from "./cuttable-proxy.ts";
import { aTelephone, receivedFrom } from "./telephone-call.ts";

const PACKETS_AWAY = 75;

let scene: ChromiumScene;
let proxy: CuttableProxy;
let listener: SipListener | undefined;
inChromium((one) => (scene = one));
afterEach(async () => {
  await listener?.close();
  listener = undefined;
  await proxy?.close();
});

async function aPage() {
  proxy = await CuttableProxy.open(scene.booted.exchange.signalUrl);
  return await scene.page("alice", { signalUrl: proxy.signalUrl });
}

async function aConnectedPage() {
  scene.booted.web.answer("/voice", inRoom("talk"));
  const alice = await aPage();
  await alice.say(440);
  const call = await alice.connect();
  listener = await aTelephone(scene.booted, 1000);
  await call.receivesTone(1000);
  const there = listener;
  await expect.poll(() => there.toneAmplitude(440, 300), { timeout: 20_000 }).toBeGreaterThan(0.05);
  return { call, there, callSid: String((await call.describe()).callSid) };
}

describe("a socket that closes during a call", () => {
  test("[XS13] does not interrupt the sound in either direction, and no packet is lost", async () => {
    const { call, there, callSid } = await aConnectedPage();
    const [before, cameBefore] = [await call.streams(), await receivedFrom(scene.booted, callSid)];

    proxy.cut();
    await call.waitFor("reconnecting");
    const enough = there.packetsReceived + PACKETS_AWAY;
    await untilReceived(call, PACKETS_AWAY);
    await call.receivesTone(1000);
    await expect.poll(() => there.packetsReceived, { timeout: 20_000 }).toBeGreaterThan(enough);
    await expect
      .poll(() => there.toneAmplitude(440, 300), { timeout: 20_000 })
      .toBeGreaterThan(0.05);
    proxy.restore();
    await call.waitFor("reconnected");
    await untilReceived(call, 25);

    const [after, cameAfter] = [await call.streams(), await receivedFrom(scene.booted, callSid)];
    expect(after).toMatchObject({ ssrc: before.ssrc, lost: before.lost });
    expect(cameAfter.lost).toBe(cameBefore.lost);
    // The packets that the page sent without its socket have arrived, except the last few.
    expect(cameAfter.received - cameBefore.received).toBeGreaterThan(
      after.sent - before.sent - PACKETS_AWAY / 2,
    );
    await call.disconnect();
    expect(await statusSettles(scene.booted, callSid, "completed")).toBe("completed");
  });

  test("[XS15] delays messages of both sides until the reconnect", async () => {
    const { call, callSid } = await aConnectedPage();
    const { rest, web } = scene.booted;
    const callback = web.url("/messages");
    await rest.calls(callSid).userDefinedMessageSubscriptions.create({ callback });

    proxy.cut();
    await call.waitFor("reconnecting");
    for (const word of ["one", "two"]) {
      await rest.calls(callSid).userDefinedMessages.create({ content: JSON.stringify({ word }) });
    }
    await call.sendMessage({ from: "afar" });
    proxy.restore();
    await call.waitFor("reconnected");

    const [first, second] = [
      await call.waitFor("messageReceived"),
      await call.waitFor("messageReceived"),
    ];
    expect([first.value, second.value]).toMatchObject([
      { content: { word: "one" } },
      { content: { word: "two" } },
    ]);
    expect((await web.waitForRequest("/messages")).params["Content"]).toBe('{"from":"afar"}');
  });
});

describe("an ICE restart that a page begins without its socket", () => {
  test("[XS13] ends after the reconnect", async () => {
    const { call, there } = await aConnectedPage();
    const before = await call.streams();

    proxy.cut();
    await call.waitFor("reconnecting");
    await call.restartIce();
    await expect.poll(async () => (await call.streams()).signalling).toBe("have-local-offer");
    proxy.restore();
    await call.waitFor("reconnected");

    await expect.poll(async () => (await call.streams()).signalling).toBe("stable");
    await untilReceived(call, 100);
    await call.receivesTone(1000);
    await expect
      .poll(() => there.toneAmplitude(440, 300), { timeout: 20_000 })
      .toBeGreaterThan(0.05);
    expect((await call.streams()).ssrc).toBe(before.ssrc);
    expect((await call.describe()).status).toBe("open");
  });
});

describe("a socket that closes while the page rings", () => {
  test("[XS79] causes the call to ring again after the reconnect, and then has sound in both directions", async () => {
    scene.booted.web.answer("/voice", inRoom("alice"));
    const alice = await aPage();
    await alice.say(440);
    const call = await ringAlice(scene.booted);
    const incoming = await alice.nextIncoming();

    proxy.cut();
    await incoming.waitFor("reconnecting");
    proxy.restore();
    const again = await alice.nextIncoming();

    expect(await statusOf(scene.booted, call.sid)).toBe("ringing");
    await incoming.waitFor("cancel");
    expect((await again.describe()).parameters).toMatchObject({ CallSid: call.sid });
    await again.accept();
    expect(await statusSettles(scene.booted, call.sid, "in-progress")).toBe("in-progress");
    listener = await aTelephone(scene.booted, 1000);
    const there = listener;
    await again.receivesTone(1000);
    await expect
      .poll(() => there.toneAmplitude(440, 300), { timeout: 20_000 })
      .toBeGreaterThan(0.05);
  });
});

describe("a handover of a ringing call between two pages", () => {
  test("[XS13] succeeds by connectToken although the socket closes before the answer arrives", async () => {
    scene.booted.web.answer("/voice", inRoom("alice"));
    listener = await aTelephone(scene.booted, 1000);
    const there = listener;
    proxy = await CuttableProxy.open(scene.booted.exchange.signalUrl);
    const [receiver, worker] = await Promise.all([
      scene.page("alice"),
      scene.unregistered("alice", { signalUrl: proxy.signalUrl }),
    ]);
    await worker.say(700);
    const call = await ringAlice(scene.booted);
    const incoming = await receiver.nextIncoming();
    const { connectToken } = await incoming.describe();
    proxy.cutBefore(`"type":"answer"`);

    const taken = await worker.connect({ connectToken: String(connectToken) });
    await taken.waitFor("reconnecting");
    proxy.restore();

    await incoming.waitFor("cancel");
    await taken.receivesTone(1000);
    await expect
      .poll(() => there.toneAmplitude(700, 300), { timeout: 20_000 })
      .toBeGreaterThan(0.05);
    expect(await statusOf(scene.booted, call.sid)).toBe("in-progress");
  });

  test("connects the second page by connectToken at once, and the first gets cancel", async () => {
    scene.booted.web.answer("/voice", inRoom("alice"));
    listener = await aTelephone(scene.booted, 1000);
    const there = listener;
    const [receiver, worker] = await scene.pages("alice", "alice");
    await worker.say(700);
    const call = await ringAlice(scene.booted);
    const incoming = await receiver.nextIncoming();
    const { connectToken } = await incoming.describe();

    const taken = await worker.connect({ connectToken: String(connectToken) });

    await incoming.waitFor("cancel");
    await taken.receivesTone(1000);
    await expect
      .poll(() => there.toneAmplitude(700, 300), { timeout: 20_000 })
      .toBeGreaterThan(0.05);
    expect(await statusSettles(scene.booted, call.sid, "in-progress")).toBe("in-progress");
    expect((await taken.describe()).callSid).toBe(call.sid);
  });
});
