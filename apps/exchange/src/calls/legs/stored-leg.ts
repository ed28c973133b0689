import { z } from "zod";

import { storedMedia } from "./stored-media.ts";

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

const session = z.object({
  terms: z.object({
    expiresS: z.number(),
    refresher: z.enum(["us", "them"]),
    isOneSided: z.literal(true).exactOptional(),
  }),
  supportsUpdate: z.boolean(),
});

/** Returns the schema of a field that an earlier release did not write. */
function added<Type extends z.ZodType>(type: Type) {
  return type.nullable().default(null);
}

/**
 * The facts about a SIP leg from which the exchange continues the call after a crash, or ends it at
 * the far end. They contain no secret.
 */
export const storedLeg = z.discriminatedUnion("status", [
  /**
   * The far end's INVITE has no acknowledged answer yet; `refusal` has the headers of a refusal.
   * `id` is `null` for a leg of an earlier release, which cannot continue.
   */
  z.object({
    status: z.literal("arrived"),
    id: added(text),
    refusal: headers,
    target: address,
    dialog,
    invite: added(z.object({ text, source: address })),
    isAnswering: z.boolean().default(false),
    phone: added(text),
    media: added(storedMedia),
  }),
  /** The exchange's INVITE has no final answer yet; `headers` has the headers of a CANCEL. */
  z.object({
    status: z.literal("calling"),
    uri: text,
    headers,
    target: address,
    branch: text,
    sentBy: text,
  }),
  z.object({
    status: z.literal("talking"),
    id: added(text),
    dialog,
    session: added(session),
    /** The CSeq of our INVITE, whose answer may still wait for the ACK. */
    inviteCSeq: added(z.number()),
    /** The name of the telephone that called. */
    phone: added(text),
    media: added(storedMedia),
  }),
]);

export type StoredLeg = z.infer<typeof storedLeg>;
/** A leg that can continue after a restart of the exchange. */
export type ResumableLeg = Exclude<StoredLeg, { status: "calling" }>;
export type StoredAnsweredLeg = Extract<StoredLeg, { status: "talking" }>;
export type StoredArrivedLeg = Extract<StoredLeg, { status: "arrived" }>;
export type StoredSession = z.infer<typeof session>;
