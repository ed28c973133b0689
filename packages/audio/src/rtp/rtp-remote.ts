import type { AudioCodec } from "../codecs/audio-codec.ts";
import type { OpusOptions } from "./opus-parameters.ts";
import type { SrtpKeys } from "./srtp-key.ts";

export interface RtpEndpoint {
  address: string;
  port: number;
}

/** How the far end wants its packets; `telephoneEvent` is the payload type of RFC 4733. */
export interface RtpRemote extends RtpEndpoint {
  /** Where its SIP comes from: RTP of a far end behind a router comes from there. */
  natHost?: string;
  codec: AudioCodec;
  payloadType: number;
  telephoneEvent: number | null;
  /** The payload type of the other G.711 law, where the far end may send that as well. */
  otherLaw?: number;
  opus?: OpusOptions;
  /** False where the far end wants no packets now (`a=sendonly`, `a=inactive`). Default true. */
  receives?: boolean;
  /** Present where both sides agreed on SRTP; plain RTP is then neither sent nor accepted. */
  srtp?: SrtpKeys | null;
}
