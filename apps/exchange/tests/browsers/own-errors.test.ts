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
  test("[XS85] include 31005 when the socket closes while there is no call; after the reconnect the page rings", async () => {
    const proxy = await CuttableProxy.open(scene.booted.exchange.signalUrl);
    close = () => proxy.close();
    const alice = await scene.page("alice", { signalUrl: proxy.signalUrl });
    await alice.waitFor("registered");

    proxy.cut();

    const { value, call } = await alice.waitFor("error");
    expect({ value, call }).toMatchObject({
      value: { code: 31005, name: "ConnectionError" },
      call: null,
    });
    proxy.restore();
    await alice.waitFor("registered");
    await ringAlice(scene.booted);
    const rung = await alice.nextIncoming();
    await rung.accept();
    await rung.waitFor("accept");
  });

  test("[XS116] include 53405 when the sound has no path; the exchange ends the call", async () => {
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

describe("[VE15] a page that gets no microphone", () => {
  async function aPage(microphone: "denied" | "missing"): Promise<VoiceClient> {
    const chromium = await Chromium.start(microphone);
    close = () => chromium.close();
    const host = await chromium.openHost();
    scene.booted.web.clear();
    return scene.booted.device("alice", { microphone: "device", host });
  }

  test.each([
    ["reports 31401 when the user denies access", "denied", 31401, "PermissionDeniedError"],
    [
      "reports 31402 when the machine has no microphone",
      "missing",
      31402,
      "AcquisitionFailedError",
    ],
  ] as const)("[XS116] %s, and makes no call", async (_what, microphone, code, name) => {
    const alice = await aPage(microphone);

    const call = await alice.connect();

    expect((await call.waitFor("error")).value).toMatchObject({ code, name });
    await call.waitFor("disconnect");
    expect(scene.booted.web.requestsTo("/voice")).toEqual([]);
  });
});
