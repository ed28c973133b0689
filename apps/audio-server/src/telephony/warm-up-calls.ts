import { type Clock, sleep } from "@linedesk/base";
import {
  MediaStreamTrack,
  RTCPeerConnection,
  RtpHeader,
  RtpPacket,
} from "./rtc-peer-connection.ts";
import { disableStun } from "./secure-transport.ts";
import { PCMU } from "./sent-format.ts";

const WARM_UP_CALLS = 3;
const WARM_UP_PACKETS = 50;
const LONGEST_WARM_UP_MS = 2_000;

/**
 * Makes calls to itself, so that the code is compiled before the first call. Otherwise the first
 * call would delay the other line's sound by a tenth of a second.
 */
export async function warmUpCalls(clock: Clock): Promise<void> {
  for (let call = 0; call < WARM_UP_CALLS; call += 1) {
    const ends = [openEnd(), openEnd()] as const;
    await Promise.race([connectEnds(...ends), sleep(clock, LONGEST_WARM_UP_MS)]);
    await Promise.all(ends.map((end) => end.close()));
  }
}

function openEnd(): RTCPeerConnection {
  const end = new RTCPeerConnection({ iceServers: [], codecs: { audio: [PCMU], video: [] } });
  end.addTransceiver(new MediaStreamTrack({ kind: "audio" }), { direction: "sendrecv" });
  disableStun(end);
  return end;
}

async function connectEnds(one: RTCPeerConnection, other: RTCPeerConnection): Promise<void> {
  const isOpen = one.connectionStateChange.watch((state) => state === "connected");
  await one.setLocalDescription(await one.createOffer());
  await other.setRemoteDescription({ type: "offer", sdp: one.localDescription?.sdp ?? "" });
  await other.setLocalDescription(await other.createAnswer());
  await one.setRemoteDescription({ type: "answer", sdp: other.localDescription?.sdp ?? "" });
  await isOpen;
  for (let packet = 0; packet < WARM_UP_PACKETS; packet += 1) {
    const header = new RtpHeader({ sequenceNumber: packet, timestamp: packet * 160 });
    await one.getSenders()[0]?.sendRtp(new RtpPacket(header, Buffer.alloc(160)));
  }
}
