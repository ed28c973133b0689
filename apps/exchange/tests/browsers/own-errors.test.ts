import { afterEach, describe, expect, test } from "vitest";

import type { VoiceClient } from "@linedesk/testkit";
import { inRoom, ringAlice } from "../signalling/client-calls.ts";
import { Chromium } from "../support/chromium.ts";
import { type ChromiumScene, inChromium } from "./chromium-scene.ts";
import { CuttableProxy } from "./cuttable-proxy.ts";

let scene: ChromiumScene;
let close: (() => Promise<void>) | undefined;
inChromium((one) => (scene = one));
afterEach(async () => {
  await close?.();
  close = undefined;
});

/** No relay listens on this port. */
const deadRelay = { urls: "turn:127.0.0.1:9?transport=udp", username: "a", credential: "b" };

describe("[VE15] errors that a page's SDK finds itself", () => {
  test("[XS85] 31005: its socket closes without a call, and after the reconnect it rings", async () => {
    const line = await CuttableProxy.open(scene.booted.exchange.signalUrl);
    close = () => line.close();
    const alice = await scene.page("alice", { signalUrl: line.signalUrl });
    await alice.waitFor("registered");

    line.cut();

    const { value, call } = await alice.waitFor("error");
    expect({ value, call }).toMatchObject({
      value: { code: 31005, name: "ConnectionError" },
      call: null,
    });
    line.join();
    await alice.waitFor("registered");
    await ringAlice(scene.booted);
    const rung = await alice.nextIncoming();
    await rung.accept();
    await rung.waitFor("accept");
  });

  test("[XS116] 53405: its sound has no path, and the exchange ends the call", async () => {
    const { booted } = scene;
    booted.web.answer("/voice", inRoom("studio"));
    const [alice] = await scene.pages("alice");
    const rtcConfiguration = { iceServers: [deadRelay], iceTransportPolicy: "relay" as const };

    const call = await alice.connect({ rtcConfiguration });

    const noPath = { code: 53405, name: "ConnectionError" };
    expect((await call.waitFor("reconnecting", 60_000)).value).toMatchObject({
      ...noPath,
      message: expect.stringContaining("Media connection failed"),
    });
    expect((await call.waitFor("error", 60_000)).value).toMatchObject({
      ...noPath,
      message: expect.stringContaining("did not connect within 30 s"),
    });
    await call.waitFor("disconnect");
    expect(await booted.rest.calls.list({ status: "in-progress" })).toEqual([]);
  }, 180_000);
});

describe("[VE15] a page without a microphone", () => {
  async function aPage(microphone: "denied" | "missing"): Promise<VoiceClient> {
    const chromium = await Chromium.start(microphone);
    close = () => chromium.close();
    const host = await chromium.openHost();
    scene.booted.web.clear();
    return scene.booted.device("alice", { microphone: "device", host });
  }

  test.each([
    ["31401: the user denies it", "denied", 31401, "PermissionDeniedError"],
    ["31402: the machine has none", "missing", 31402, "AcquisitionFailedError"],
  ] as const)("[XS116] %s and makes no call", async (_what, microphone, code, name) => {
    const alice = await aPage(microphone);

    const call = await alice.connect();

    expect((await call.waitFor("error")).value).toMatchObject({ code, name });
    await call.waitFor("disconnect");
    expect(scene.booted.web.requestsTo("/voice")).toEqual([]);
  });
});
