import { afterEach, expect, test, vi } from "vitest";

import { createVoiceSdk } from "./create-voice-sdk.ts";
import type { VoiceDevice, VoiceToken } from "./voice-device.ts";

type Listener = (...args: unknown[]) => void;

const seen = vi.hoisted(() => ({
  tokens: [] as string[],
  connects: [] as object[],
  listeners: new Map<string, Listener>(),
}));

vi.mock("@twilio/voice-sdk", () => ({
  Call: { Codec: { PCMU: "pcmu", Opus: "opus" } },
  Device: class {
    constructor(token: string) {
      seen.tokens.push(token);
    }
    on(): void {}
    updateToken(token: string): void {
      seen.tokens.push(token);
    }
    connect(options: object): Promise<object> {
      seen.connects.push(options);
      function on(name: string, listener: Listener): unknown {
        return seen.listeners.set(name, listener);
      }
      return Promise.resolve({ on });
    }
  },
}));

function nothing(): void {}

function openDevice(pass: VoiceToken): Promise<VoiceDevice> {
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia: () => Promise.reject(new Error()) } });
  const open = createVoiceSdk({ signallingHost: null, tls: true, edge: "x", soundsUrl: "/s" });
  return open({ voiceToken: pass, onEvent: nothing });
}

afterEach(() => vi.unstubAllGlobals());

test("[VD67] calls with the relays of the newest pass, and with the SDK's own way where it has none", async () => {
  const relay = { urls: "turn:r", username: "9:linedesk", credential: "pass" };

  const device = await openDevice({ token: "one", iceServers: [] });
  await device.connect({ claim: "1" }, nothing);
  device.updateToken({ token: "two", iceServers: [relay] });
  await device.connect({ claim: "2" }, nothing);

  expect(seen.tokens).toEqual(["one", "two"]);
  expect(seen.connects).toEqual([
    { params: { claim: "1" } },
    { params: { claim: "2" }, rtcConfiguration: { iceServers: [relay] } },
  ]);
});

test("[VD68] [SN14] shows no quality before a sample has a score, nor of silence", async () => {
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
