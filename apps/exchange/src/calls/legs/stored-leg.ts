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
 * The facts about a SIP leg with which the exchange, restarted after a crash, ends the call at the
 * far end. They contain no secret and nothing about the media.
 */
export const storedLeg = z.discriminatedUnion("status", [
  /** The far end's INVITE has no final answer yet; `refusal` has the headers of such an answer. */
  z.object({ status: z.literal("arrived"), refusal: headers, target: address, dialog }),
  /** The exchange's INVITE has no final answer yet; `headers` has the headers of a CANCEL. */
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
