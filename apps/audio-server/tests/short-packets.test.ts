import wrtc from "@roamhq/wrtc";
import { expect, test } from "vitest";

import { systemClock } from "@linedesk/base";
import { BLOCK_FRAMES, SAMPLE_RATE } from "../src/sound/block.ts";
import { installBrowserGlobals, openSource } from "../src/telephony/browser-globals.ts";
import { Receptions } from "../src/telephony/receptions.ts";

const BLOCKS = 100;

/** As the voice SDK opens one, with a line's sound. */
function openCaller() {
  installBrowserGlobals(systemClock, new Receptions());
  const { RTCPeerConnection } = globalThis as unknown as typeof wrtc;
  const peer = new RTCPeerConnection();
  const source = openSource();
  for (const track of source.stream.getTracks()) {
    peer.addTrack(track, source.stream);
  }
  return { peer, source };
}

function exchangeCandidates(one: RTCPeerConnection, other: RTCPeerConnection): void {
  one.addEventListener("icecandidate", ({ candidate }) => {
    if (candidate !== null) {
      void other.addIceCandidate(candidate);
    }
  });
}

async function countSent(peer: RTCPeerConnection): Promise<number> {
  const reports = [...(await peer.getStats()).values()] as { type: string; packetsSent?: number }[];
  return reports.find(({ type }) => type === "outbound-rtp")?.packetsSent ?? 0;
}

test.each([
  ["who asks for them too is sent such", "a=ptime:10\r\n", BLOCKS],
  ["who does not is sent 20 ms", "", BLOCKS / 2],
])("[AS117] an offer asks for packets of 10 ms: %s", async (_who, attribute, expected) => {
  const { peer: caller, source } = openCaller();
  const callee = new wrtc.RTCPeerConnection();
  exchangeCandidates(caller, callee);
  exchangeCandidates(callee, caller);
  try {
    await caller.setLocalDescription(await caller.createOffer());
    const offered = caller.localDescription?.sdp ?? "";
    await callee.setRemoteDescription({ type: "offer", sdp: offered });
    const { sdp = "" } = await callee.createAnswer();
    await callee.setLocalDescription({ type: "answer", sdp });
    const answered = sdp.replace("a=rtpmap:", `${attribute}a=rtpmap:`);
    await caller.setRemoteDescription({ type: "answer", sdp: answered });
    await expect.poll(() => caller.connectionState).toBe("connected");
    for (let block = 0; block < BLOCKS; block += 1) {
      source.write(new Int16Array(BLOCK_FRAMES), SAMPLE_RATE);
    }

    expect(offered.match(/a=ptime:.*/g)).toEqual(["a=ptime:10"]);
    await expect.poll(() => countSent(caller)).toBeGreaterThan(0.9 * expected);
    expect(await countSent(caller)).toBeLessThan(1.1 * expected);
  } finally {
    caller.close();
    callee.close();
  }
});
