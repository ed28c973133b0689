import { expect, test } from "vitest";

import { VoiceUrls } from "./voice-urls.ts";

const base = "https://desk.example.com";
const path = `${base}/api/twilio/voice`;
const retries = "#rc=3&rp=all&ct=2000&rt=5000";

test("every address that the telephony service gets defines its repetitions in the fragment", () => {
  const urls = new VoiceUrls(base);
  expect(urls.wait("c1")).toBe(`${path}/wait?call=c1${retries}`);
  expect(urls.status).toBe(`${path}/status${retries}`);
  expect(urls.numberUrls(null)).toEqual({
    voiceUrl: `${path}/incoming${retries}`,
    fallbackUrl: `${path}/incoming-again${retries}`,
  });

  const atExchange = new VoiceUrls(base, { keepsCallers: true }).numberUrls("http://10.0.0.6:80");
  expect(atExchange.voiceUrl).toBe(`${path}/incoming#rc=3&rp=all&ct=2000&rt=3000&tt=3500`);
  expect(atExchange.fallbackUrl).toContain("http://10.0.0.6:80/api/twilio/voice/incoming-again#");
});

test("[CA55] a document that failed is requested once more at this server, but not twice, and a foreign address never", () => {
  const urls = new VoiceUrls(base);
  const failed = "http://10.0.0.6:80/api/twilio/voice/join?call=c1#rc=3";
  expect(urls.retryOf(failed)).toBe(`${path}/join?call=c1&again=1${retries}`);
  expect(urls.retryOf(urls.retryOf(failed) ?? "")).toBeNull();
  expect(urls.retryOf("https://elsewhere.example.com/join")).toBeNull();
  expect(urls.retryOf("no address")).toBeNull();
});

test("a voice URL is ours at any loopback port of this machine, or at our one public address", () => {
  const inside = new VoiceUrls("http://127.0.0.1:4001");
  expect(inside.isIncoming("http://127.0.0.1:4002/api/twilio/voice/incoming")).toBe(true);
  expect(inside.isIncoming("http://10.0.0.6:4001/api/twilio/voice/incoming")).toBe(false);
  expect(new VoiceUrls(base).isIncoming(`${path}/incoming`)).toBe(true);
  expect(new VoiceUrls(base).isIncoming("https://elsewhere.example.com/voice")).toBe(false);
});
