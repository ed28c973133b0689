import { z } from "zod";

import { ANSWERED_BY } from "@linedesk/media";

const date = z.coerce.date();
const dateOrNone = date.nullable();
const text = z.string();
const textOrNone = text.nullable();

const end = z.object({
  cause: z.enum([
    "hangup",
    "cancelled",
    "busy",
    "no-answer",
    "declined",
    "not-found",
    "unreachable",
    "failed",
    "media-lost",
    "signalling-lost",
  ]),
  sipCode: z.number().exactOptional(),
  voiceCode: z.number().exactOptional(),
  twilioCode: z.number().exactOptional(),
  message: text.exactOptional(),
});

const record = z.object({
  sid: text,
  accountSid: text,
  parentCallSid: textOrNone,
  from: text,
  to: text,
  callerName: textOrNone,
  forwardedFrom: textOrNone,
  phoneNumberSid: textOrNone,
  applicationSid: textOrNone,
  direction: z.enum(["inbound", "outbound-api", "outbound-dial"]),
  status: z.enum([
    "queued",
    "ringing",
    "in-progress",
    "completed",
    "busy",
    "failed",
    "no-answer",
    "canceled",
  ]),
  createdAt: date,
  updatedAt: date,
  startedAt: dateOrNone,
  answeredAt: dateOrNone,
  endedAt: dateOrNone,
  durationS: z.number().nullable(),
  queueTimeMs: z.number(),
  answeredBy: z.enum(ANSWERED_BY).nullable().default(null),
  trunkSid: textOrNone.default(null),
  end: end.nullable(),
});

/** A call on the disk: its record, and the last callback as long as that is owed. */
export const storedCall = z.object({
  record,
  stirStatus: textOrNone,
  appParams: z.array(z.tuple([text, text])),
  owed: z
    .object({
      url: text,
      method: z.enum(["GET", "POST"]),
      sequence: z.number(),
    })
    .nullable(),
});

export type StoredCall = z.infer<typeof storedCall>;
