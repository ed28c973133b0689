import wrtc from "@roamhq/wrtc";
import { expect, test } from "vitest";

import { systemClock } from "@linedesk/base";
import { OpusLibrary } from "@linedesk/media";
import { BLOCK_FRAMES } from "../src/sound/block.ts";
import { CallPeer } from "../src/telephony/call-peer.ts";
import { LineTrack } from "../src/telephony/line-stream.ts";

const BLOCKS = 100;

async function openCaller() {
  const peer = new CallPeer(systemClock, await OpusLibrary.load());
  const track = new LineTrack();
  peer.addTrack(track);
  return { peer, track };
}

async function answer(callee: RTCPeerConnection, offer: string): Promise<string> {
  await callee.setRemoteDescription({ type: "offer", sdp: offer });
  await callee.setLocalDescription(await callee.createAnswer());
  await expect.poll(() => callee.iceGatheringState).toBe("complete");
  return callee.localDescription?.sdp ?? "";
}

async function countSent(peer: CallPeer): Promise<number> {
  const reports = [...(await peer.getStats()).values()] as { type: string; packetsSent?: number }[];
  return reports.find(({ type }) => type === "outbound-rtp")?.packetsSent ?? 0;
}

test.each([
  ["a far end that requests them too gets them", "a=ptime:10\r\n", BLOCKS],
  ["any other far end gets 20 ms", "", BLOCKS / 2],
])("[AS117] an offer requests packets of 10 ms: %s", async (_who, attribute, expected) => {
  const { peer: caller, track } = await openCaller();
  const callee = new wrtc.RTCPeerConnection();
  try {
    await caller.createOffer();
    await caller.setLocalDescription();
    const offered = caller.localDescription?.sdp ?? "";
    const sdp = await answer(callee, offered);
    const answered = sdp.replace("a=rtpmap:", `${attribute}a=rtpmap:`);
    await caller.setRemoteDescription({ type: "answer", sdp: answered });
    await expect.poll(() => caller.connectionState).toBe("connected");
    for (let block = 0; block < BLOCKS; block += 1) {
      track.writeBlock(new Int16Array(BLOCK_FRAMES));
    }

    expect(offered.match(/a=ptime:.*/g)).toEqual(["a=ptime:10"]);
    await expect.poll(() => countSent(caller)).toBeGreaterThan(0.9 * expected);
    expect(await countSent(caller)).toBeLessThan(1.1 * expected);
  } finally {
    caller.close();
    callee.close();
  }
});
