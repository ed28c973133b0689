import { z } from "zod";

const text = z.string();

const address = z.object({
  address: text,
  port: z.number(),
  transport: z.enum(["udp", "tcp", "tls"]).exactOptional(),
  serverName: text.exactOptional(),
});
const headers = z.array(z.tuple([text, text]));

const dialog = z.object({
  callId: text,
  localTag: text,
  remoteTag: text,
  local: text,
  remote: text,
  localCSeq: z.number(),
  remoteCSeq: z.number(),
  routeSet: z.array(text),
  remoteTarget: text,
  contact: text,
  source: address,
});

/**
 * What a later exchange needs to know of a SIP leg, so that its far end is told of the end when
 * this one dies. No secret is in it, and nothing of the sound.
 */
export const storedLeg = z.discriminatedUnion("status", [
  /** Its INVITE has no final answer yet; `refusal` are the headers of one. */
  z.object({ status: z.literal("arrived"), refusal: headers, target: address, dialog }),
  /** We ring it; `headers` are those of a CANCEL. */
  z.object({
    status: z.literal("calling"),
    uri: text,
    headers,
    target: address,
    branch: text,
    sentBy: text,
  }),
  z.object({ status: z.literal("talking"), dialog }),
]);

export type StoredLeg = z.infer<typeof storedLeg>;
