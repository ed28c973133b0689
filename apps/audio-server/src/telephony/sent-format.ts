import type { RTCRtpTransceiver } from "werift";

import type { SentFormat } from "./call-sender.ts";
import { RTCRtpCodecParameters } from "./rtc-peer-connection.ts";

export const OPUS = new RTCRtpCodecParameters({
  mimeType: "audio/opus",
  clockRate: 48_000,
  channels: 2,
  payloadType: 111,
  parameters: "minptime=10;useinbandfec=1",
});
export const PCMU = new RTCRtpCodecParameters({
  mimeType: "audio/PCMU",
  clockRate: 8000,
  channels: 1,
  payloadType: 0,
});

/**
 * Changes an offer to packets of 10 ms in place of 20 ms. If the answer agrees, each block of the
 * device is sent at once, and does not wait for a second block.
 */
export function offerShortPackets(sdp: string): string {
  return sdp.replace("a=rtpmap:", "a=ptime:10\r\na=rtpmap:");
}

export function readSentFormat({ sender }: RTCRtpTransceiver, answer: string): SentFormat {
  const { mimeType = "", parameters = "" } = sender.codec ?? {};
  return {
    codec: nameCodec(mimeType),
    packetMs: /^a=ptime:10\s*$/m.test(answer) ? 10 : 20,
    parameters,
  };
}

export function nameCodec(mimeType: string): SentFormat["codec"] {
  return mimeType.toLowerCase() === "audio/opus" ? "opus" : "PCMU";
}
