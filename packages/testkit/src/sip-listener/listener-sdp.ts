import type { G711Law } from "@linedesk/audio";
import type { ListenerCodec } from "./listener-codec.ts";
import type { RtpTarget } from "./rtp-voice.ts";

const telephoneEvent = 101;

export interface OwnAudio {
  address: string;
  port: number;
  laws: readonly G711Law[];
  /** A codec that the telephone prefers to G.711. */
  codec?: ListenerCodec;
  direction: "sendrecv" | "sendonly" | "recvonly" | "inactive";
  version: number;
  /** Is true if the telephone sends digits as telephone events. */
  hasEvents: boolean;
}

/** Writes a telephone's audio description: the codecs in order of preference, and the digits. */
export function writeSdp(audio: OwnAudio): string {
  const laws = audio.laws.map((law) => (law === "PCMU" ? 0 : 8));
  const preferred = audio.codec === undefined ? [] : [audio.codec];
  const types = [...preferred.map(({ payloadType }) => payloadType), ...laws];
  const events = audio.hasEvents ? [telephoneEvent] : [];
  return [
    "v=0",
    `o=listener 1 ${audio.version} IN IP4 ${audio.address}`,
    "s=call",
    `c=IN IP4 ${audio.address}`,
    "t=0 0",
    `m=audio ${audio.port} RTP/AVP ${[...types, ...events].join(" ")}`,
    ...preferred.map(({ payloadType, rtpmap }) => `a=rtpmap:${payloadType} ${rtpmap}`),
    ...audio.laws.map((law, i) => `a=rtpmap:${laws[i] ?? 0} ${law}/8000`),
    ...events.flatMap((type) => [`a=rtpmap:${type} telephone-event/8000`, `a=fmtp:${type} 0-15`]),
    "a=ptime:20",
    `a=${audio.direction}`,
    "",
  ].join("\r\n");
}

/** Returns the other side's audio address, or `null` for a description without usable audio. */
export function readSdp(sdp: string, codec?: ListenerCodec): RtpTarget | null {
  const address = /^c=IN IP4 (\S+)/m.exec(sdp)?.[1];
  const line = /^m=audio (\d+) RTP\/AVP (.*)$/m.exec(sdp);
  const types = (line?.[2] ?? "").trim().split(/\s+/);
  const own = String(codec?.payloadType ?? "none");
  const type = types.find((format) => [own, "0", "8"].includes(format));
  if (address === undefined || line === null || type === undefined) {
    return null;
  }
  const digits = /^a=rtpmap:(\d+) telephone-event\/8000/im.exec(sdp)?.[1];
  return {
    address,
    port: Number(line[1]),
    law: type === "8" ? "PCMA" : "PCMU",
    ...(codec === undefined || type !== own ? {} : { codec }),
    telephoneEvent: digits === undefined ? null : Number(digits),
  };
}
