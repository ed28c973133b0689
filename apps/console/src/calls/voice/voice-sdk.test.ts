import { afterEach, expect, it, vi } from "vitest";
import { createVoiceSdk } from "./voice-sdk.ts";

const seen = vi.hoisted(() => ({ tokens: [] as string[], connects: [] as object[] }));

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
      return Promise.resolve({ on: () => undefined });
    }
  },
}));

afterEach(() => vi.unstubAllGlobals());

it("[VD67] calls with the relays of the newest pass, and with the SDK's own way where it has none", async () => {
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia: () => Promise.reject(new Error()) } });
  const open = createVoiceSdk({ signallingHost: null, tls: true, edge: "x", soundsUrl: "/s" });
  const relay = { urls: "turn:r", username: "9:linedesk", credential: "pass" };
  const nothing = (): void => undefined;

  const device = await open({ pass: { token: "one", iceServers: [] }, onEvent: nothing });
  await device.connect({ claim: "1" }, nothing);
  device.updatePass({ token: "two", iceServers: [relay] });
  await device.connect({ claim: "2" }, nothing);

  expect(seen.tokens).toEqual(["one", "two"]);
  expect(seen.connects).toEqual([
    { params: { claim: "1" } },
    { params: { claim: "2" }, rtcConfiguration: { iceServers: [relay] } },
  ]);
});
