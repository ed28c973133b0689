import { expect, test } from "vitest";

import { findMissingFeatures } from "./find-missing-features.ts";

function aBrowser(without: string[] = [], userAgent = "Chrome/156.0 Safari/537.36 Edg/156.0") {
  const all = ["RTCPeerConnection", "WebSocket", "AudioContext"];
  const features = Object.fromEntries(
    all.filter((name) => !without.includes(name)).map((name) => [name, class {}]),
  );
  const mediaDevices = without.includes("mediaDevices") ? undefined : { getUserMedia: () => null };
  return { ...features, navigator: { userAgent, mediaDevices } as unknown as Navigator };
}

test.each([
  [aBrowser(), []],
  [aBrowser(["RTCPeerConnection"]), ["webRtc"]],
  [aBrowser(["mediaDevices"]), ["microphone"]],
  [aBrowser(["WebSocket", "AudioContext"]), ["webSocket", "webAudio"]],
  [aBrowser([], "Chrome/64.0 Safari/537.36 Edge/17.17134"), ["legacyEdge"]],
])("[VD29] the features that a browser lacks are listed, case %#", (browser, missing) => {
  expect(findMissingFeatures(browser)).toEqual(missing);
});
