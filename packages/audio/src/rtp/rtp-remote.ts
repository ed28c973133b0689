import type { AudioCodec } from "../codecs/audio-codec.ts";
import type { OpusOptions } from "./opus-parameters.ts";
import type { SrtpKeys } from "./srtp-key.ts";

export interface RtpEndpoint {
  address: string;
  port: number;
}

/** Payload types that a far end may use because our offer named them (RFC 3264 section 5.1). */
export interface OfferedTypes {
  payloadType: number;
  telephoneEvent: number | null;
}

/** The format that the far end receives. `telephoneEvent` is the payload type of RFC 4733. */
export interface RtpRemote extends RtpEndpoint {
  /**
   * The source address of the far end's SIP. A far end behind a router sends its RTP from this
   * address too.
   */
  natHost?: string;
  /** The source address of the far end's packets, as learnt before the exchange restarted. */
  learnt?: RtpEndpoint;
  codec: AudioCodec;
  payloadType: number;
  telephoneEvent: number | null;
  /** The clock rate of the durations in events, if it is not that of the audio. */
  eventClockRate?: number;
  /** The port and address for RTCP (`a=rtcp`), if it is not the RTP port plus one. */
  rtcp?: RtpEndpoint;
  /** The payload types of our offer, if the far end answered with other payload types. */
  offered?: OfferedTypes;
  /** The payload type of the other G.711 law, if the far end may send this law as well. */
  otherLaw?: number;
  opus?: OpusOptions;
  /** Is false while the far end wants no packets (`a=sendonly`, `a=inactive`); true by default. */
  receives?: boolean;
  /** Present if both sides agreed on SRTP. Then plain RTP is neither sent nor accepted. */
  srtp?: SrtpKeys | null;
}
