import { z } from "zod";

import { AUDIO_CODECS } from "@linedesk/audio";

const number = z.number();
const endpoint = z.object({ address: z.string(), port: number });

/** The far end's address and format, without the keys of an encrypted stream. */
const remote = endpoint.extend({
  natHost: z.string().exactOptional(),
  learnt: endpoint.exactOptional(),
  codec: z.enum(AUDIO_CODECS),
  payloadType: number,
  telephoneEvent: number.nullable(),
  eventClockRate: number.exactOptional(),
  rtcp: endpoint.exactOptional(),
  offered: z.object({ payloadType: number, telephoneEvent: number.nullable() }).exactOptional(),
  otherLaw: number.exactOptional(),
  opus: z
    .object({
      maxAverageBitrate: number.nullable(),
      inBandFec: z.boolean(),
      lowDelay: z.boolean().exactOptional(),
    })
    .exactOptional(),
  receives: z.boolean().exactOptional(),
});

/** The media of a SIP leg, from which the exchange continues the leg's sound after a crash. */
export const storedMedia = z.object({
  port: number,
  sessionId: z.string(),
  version: number,
  hasOffered: z.boolean(),
  /** The value is `null` before the far end has described its media. */
  remote: remote.nullable(),
  /** The protocol of an encrypted stream, which gets new keys; otherwise `null`. */
  encryption: z.string().nullable(),
});

export type StoredMedia = z.infer<typeof storedMedia>;
