import { expect, onTestFinished, test, vi } from "vitest";

import { DeskMicrophone } from "../audio/desk-microphone.ts";
import { createVoiceSdk } from "./create-voice-sdk.ts";
import { InsightsPublisher } from "./insights-publisher.ts";
import type { VoiceDevice, VoiceToken } from "./voice-device.ts";

interface SpareOptions {
  chunderw: string;
  Publisher: typeof InsightsPublisher;
}

type Listener = (...args: unknown[]) => void;

const seen = vi.hoisted(() => ({
  tokens: [] as string[],
  options: [] as Record<string, unknown>[],
  connects: [] as object[],
  listeners: new Map<string, Listener>(),
}));

vi.mock("@twilio/voice-sdk", () => ({
  Call: { Codec: { PCMU: "pcmu", Opus: "opus" } },
  Device: class {
    constructor(token: string, options: Record<string, unknown>) {
      seen.tokens.push(token);
      seen.options.push(options);
    }
    on(): void {}
    setMaxListeners(): void {}
    updateToken(token: string): void {
      seen.tokens.push(token);
    }
    connect(options: object): Promise<object> {
      seen.connects.push(options);
      seen.listeners.clear();
      function on(name: string, listener: Listener): unknown {
        const before = seen.listeners.get(name);
        return seen.listeners.set(name, (...args) => {
          before?.(...args);
          listener(...args);
        });
      }
      return Promise.resolve({ on });
    }
  },
}));

function nothing(): void {}

function openDevice(pass: VoiceToken, signallingHost: string | null = null): Promise<VoiceDevice> {
  const microphone = new DeskMicrophone(() => Promise.reject(new Error("no microphone")));
  const { open } = createVoiceSdk({
    signallingHost,
    tls: true,
    edge: "x",
    soundsUrl: "/s",
    microphone,
  });
  return open({ voiceToken: pass, onEvent: nothing });
}

test("[VD67] [DS35] a connect requests its path early, with the relays of the latest token if it has any", async () => {
  const relay = { urls: "turn:r", username: "9:linedesk", credential: "pass" };

  const device = await openDevice({ token: "one", iceServers: [] });
  await device.connect({ claim: "1" }, nothing);
  device.updateToken({ token: "two", iceServers: [relay] });
  await device.connect({ claim: "2" }, nothing);

  expect(seen.tokens).toEqual(["one", "two"]);
  expect(seen.connects).toEqual([
    { params: { claim: "1", EarlyPath: "true" } },
    { params: { claim: "2", EarlyPath: "true" }, rtcConfiguration: { iceServers: [relay] } },
  ]);
});

test("[VD52] [SN14] the quality is absent before the first score and in a second without a packet, and a second of silence does not change it", async () => {
  const scores: (number | undefined)[] = [];
  const device = await openDevice({ token: "one", iceServers: [] });
  await device.connect({ claim: "1" }, (event) => {
    if (event.type === "sampled") {
      scores.push(event.quality?.mos);
    }
  });

  seen.listeners.get("sample")?.({ mos: null, jitter: 3 });
  seen.listeners.get("sample")?.({ mos: 4.3, jitter: 3, rtt: 12, packetsReceived: 50 });
  seen.listeners.get("sample")?.({ mos: 4.4, jitter: 0, rtt: 12, packetsReceived: 0 });
  seen.listeners.get("volume")?.(0.3, 0);
  seen.listeners.get("sample")?.({ mos: 4.4, jitter: 0, rtt: 12, packetsReceived: 50 });
  seen.listeners.get("volume")?.(0, 0.3);
  seen.listeners.get("volume")?.(0, 0);
  seen.listeners.get("sample")?.({ mos: 4.2, jitter: 0, rtt: 12, packetsReceived: 50 });

  expect(scores).toEqual([4.3, undefined, 4.2]);
});

test("[VD52] the quality word follows the average of the call, and the score is the latest one", async () => {
  const reports: [string, number][] = [];
  const device = await openDevice({ token: "one", iceServers: [] });
  await device.connect({ claim: "1" }, (event) => {
    if (event.type === "sampled" && event.quality !== null) {
      reports.push([event.quality.word, event.quality.mos]);
    }
  });

  for (const mos of [4.4, 4.4, 2, null, 4.4, 1]) {
    seen.listeners.get("sample")?.({ mos });
  }

  expect(reports).toEqual([
    ["excellent", 4.4],
    ["excellent", 4.4],
    ["fair", 2],
    ["good", 4.4],
    ["fair", 1],
  ]);
});

test("[CN23] a lost signalling does not interrupt the sound, and the sound is back before the signalling is", async () => {
  const events: string[] = [];
  const device = await openDevice({ token: "one", iceServers: [] });
  await device.connect({ claim: "1" }, (event) => {
    if (event.type !== "warned") {
      events.push(event.type);
    }
  });

  seen.listeners.get("reconnecting")?.({ code: 53001 });
  seen.listeners.get("reconnecting")?.({ code: 53405 });
  seen.listeners.get("warning-cleared")?.("ice-connectivity-lost");
  seen.listeners.get("reconnected")?.();

  expect(events).toEqual(["signallingLost", "reconnecting", "reconnected", "signallingBack"]);
});

test("[VD64] insights go to our own origin if the exchange is in use, and to Twilio if Twilio is", async () => {
  await openDevice({ token: "ours", iceServers: [] }, "desk.example.com:443");
  await openDevice({ token: "theirs", iceServers: [] }, null);

  const [ours, theirs] = seen.options.slice(-2);
  expect(ours).toMatchObject({ Publisher: InsightsPublisher, chunderw: "desk.example.com:443" });
  expect(theirs).not.toHaveProperty("Publisher");
  expect(theirs).not.toHaveProperty("publishEvents");
});

test("[VD65] [VD64] a device of a further exchange has signalling and insights below its path", async () => {
  const first = { signallingHost: "desk.example.com:443", tls: true, edge: "x" };
  const spare = { ...first, signallingHost: "desk.example.com:443/exchanges/spare" };
  const { open } = createVoiceSdk({
    ...first,
    services: [
      { service: "main", ...first },
      { service: "spare", ...spare },
    ],
    soundsUrl: "/s",
    microphone: new DeskMicrophone(() => Promise.reject(new Error("no microphone"))),
  });
  const posted: string[] = [];
  vi.stubGlobal("fetch", (path: string) => Promise.resolve(posted.push(path)));
  onTestFinished(() => void vi.unstubAllGlobals());

  const voiceToken = { token: "spare", iceServers: [] };
  await open({ voiceToken, service: "spare", onEvent: nothing });
  const { chunderw, Publisher } = seen.options.at(-1) as unknown as SpareOptions;
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sent = new Publisher("twilio-js-sdk", "token").info("connection", "accepted");
  await vi.runAllTimersAsync();
  await sent;

  expect(chunderw).toBe(spare.signallingHost);
  expect(posted).toEqual(["/exchanges/spare/v4/EndpointEvents"]);
});

test("[VE5] signalling errors carry the code of the catalogue", async () => {
  await openDevice({ token: "one", iceServers: [] });

  expect(seen.options.at(-1)).toMatchObject({ enableImprovedSignalingErrorPrecision: true });
});
