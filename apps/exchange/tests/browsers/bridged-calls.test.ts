import { describe, expect, test } from "vitest";

import type { VoiceCall } from "@linedesk/testkit";
import { inRoom, ringAlice, statusSettles } from "../signalling/client-calls.ts";
import { microphoneHz } from "../support/chromium.ts";
import { type ChromiumScene, inChromium } from "./chromium-scene.ts";
import { CuttableProxy } from "./cuttable-proxy.ts";

let scene: ChromiumScene;
inChromium((one) => (scene = one));

/** Returns the bits that a call sends in a second: in 50 packets of 20 ms. */
async function bitsPerSecond(call: VoiceCall): Promise<number> {
  const before = await call.streams();
  await expect
    .poll(async () => (await call.streams()).sent, { timeout: 20_000 })
    .toBeGreaterThan(before.sent + 50);
  const after = await call.streams();
  return ((after.bytesSent - before.bytesSent) * 8 * 50) / (after.sent - before.sent);
}

describe("a page of Chromium", () => {
  test("[XS1] [XS30] [XS31] calls with the browser's microphone in PCMU, mutes, and hangs up", async () => {
    scene.booted.web.answer("/voice", inRoom("two"));
    const [[alice], bob] = await Promise.all([
      scene.pages("alice"),
      scene.page("bob", { microphone: "device" }),
    ]);
    await alice.say(440);
    const [call, other] = await Promise.all([alice.connect(), bob.connect()]);

    await Promise.all([call.receivesTone(microphoneHz), other.receivesTone(440)]);
    expect([(await call.streams()).codec, (await other.streams()).codec]).toEqual([
      "audio/PCMU",
      "audio/PCMU",
    ]);
    await other.mute(true);
    await call.receivesTone(microphoneHz, false);
    await other.mute(false);
    await call.receivesTone(microphoneHz);
    await other.mute(true);
    await call.mute(true);
    await other.receivesTone(440, false);
    await call.disconnect();

    const { callSid } = await call.describe();
    expect(await statusSettles(scene.booted, String(callSid), "completed")).toBe("completed");
    const names = call.events().map(({ name }) => name);
    expect(names).toEqual(["ringing", "accept", "mute", "disconnect"]);
  });

  test("[XS31] uses Opus if it prefers Opus: 6 kHz is heard, and maxAverageBitrate limits what it sends", async () => {
    scene.booted.web.answer("/voice", inRoom("wide"));
    const wide = { codecPreferences: ["opus" as const, "pcmu" as const] };
    const [alice, bob, carla] = await Promise.all([
      scene.page("alice", { ...wide, maxAverageBitrate: 16_000 }),
      scene.page("bob", wide),
      scene.page("carla"),
    ]);
    await Promise.all([alice.say(6000), bob.say(440)]);
    const [call, other, narrow] = await Promise.all([
      alice.connect(),
      bob.connect(),
      carla.connect(),
    ]);

    await Promise.all([other.receivesTone(6000), call.receivesTone(440), narrow.receivesTone(440)]);
    expect(await narrow.amplitude(2000)).toBeLessThan(0.01);
    const streams = await Promise.all([call.streams(), other.streams(), narrow.streams()]);
    expect(streams.map(({ codec }) => codec)).toEqual(["audio/opus", "audio/opus", "audio/PCMU"]);
    const [limited, free] = await Promise.all([bitsPerSecond(call), bitsPerSecond(other)]);
    expect(limited).toBeLessThan(16_000 * 1.3);
    expect(free).toBeGreaterThan(16_000 * 1.3);
  });

  test("[XS31] gets Opus, which it prefers, even when it is called", async () => {
    scene.booted.web.answer("/voice", inRoom("alice"));
    const codecPreferences = ["opus" as const, "pcmu" as const];
    const [alice, bob] = await Promise.all([
      scene.page("alice", { codecPreferences }),
      scene.page("bob", { codecPreferences }),
    ]);
    await alice.say(6000);
    await ringAlice(scene.booted);
    const incoming = await alice.nextIncoming();

    await incoming.accept();

    await (await bob.connect()).receivesTone(6000);
    expect((await incoming.streams()).codec).toBe("audio/opus");
  });

  test("[XS30] sends digits with its sound, after a pause too, even while its socket is closed", async () => {
    scene.booted.web.answer("/voice", `<Gather numDigits="9" action="/digits" timeout="20"/>`);
    const proxy = await CuttableProxy.open(scene.booted.exchange.signalUrl);
    const alice = await scene.page("alice", { signalUrl: proxy.signalUrl });
    const call = await alice.connect();
    await call.waitFor("accept");
    await expect.poll(async () => (await call.streams()).received).toBeGreaterThan(0);

    proxy.cut();
    await call.waitFor("reconnecting");
    await call.sendDigits("19w*0#");

    const request = await scene.booted.web.waitForRequest("/digits");
    expect(request.params["Digits"]).toBe("19*0");
    proxy.restore();
    await proxy.close();
  });

  test("[XS15] sends and receives messages, and gets an error for invalid ones", async () => {
    scene.booted.web.answer("/voice", inRoom("talk"));
    const [alice] = await scene.pages("alice");
    const call = await alice.connect();
    await call.waitFor("accept");
    const sid = String((await call.describe()).callSid);
    const { rest, web } = scene.booted;
    const callback = web.url("/messages");
    await rest.calls(sid).userDefinedMessageSubscriptions.create({ callback });
    const content = { hello: "山田 & +", list: [1, null] };

    const voiceEventSid = await call.sendMessage(content);
    const sent = await call.waitFor("messageSent");
    await rest.calls(sid).userDefinedMessages.create({ content: JSON.stringify(content) });
    const received = await call.waitFor("messageReceived");
    await call.sendMessage({ text: "x".repeat(11_000) });
    const large = await call.waitFor("error");
    await call.sendMessage("hello", "unheard-of");
    const unknown = await call.waitFor("error");

    expect(sent.value).toMatchObject({ voiceEventSid, content });
    const posted = (await web.waitForRequest("/messages")).params;
    expect(posted).toMatchObject({ CallSid: sid, Sid: voiceEventSid, SequenceNumber: "1" });
    expect(JSON.parse(posted["Content"] ?? "")).toEqual(content);
    expect(received.value).toMatchObject({ content, messageType: "user-defined-message" });
    expect([large.value, unknown.value]).toMatchObject([{ code: 31212 }, { code: 31210 }]);
    expect((await call.describe()).status).toBe("open");
  });
});
