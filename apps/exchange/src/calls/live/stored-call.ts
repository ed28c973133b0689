import { z } from "zod";

import { HTTP_METHODS } from "@linedesk/base";
import { END_CAUSES } from "../legs/leg.ts";
import { storedLeg } from "../legs/stored-leg.ts";
import { CALL_DIRECTIONS, CALL_STATUSES } from "./call.ts";

const date = z.coerce.date();
const dateOrNone = date.nullable();
const text = z.string();
const textOrNone = text.nullable();

const end = z.object({
  cause: z.enum(END_CAUSES),
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
  direction: z.enum(CALL_DIRECTIONS),
  status: z.enum(CALL_STATUSES),
  createdAt: date,
  updatedAt: date,
  startedAt: dateOrNone,
  answeredAt: dateOrNone,
  endedAt: dateOrNone,
  durationS: z.number().nullable(),
  queueTimeMs: z.number(),
  trunkSid: textOrNone.default(null),
  end: end.nullable(),
});

/**
 * A stored call: its record, its leg while the call is live, and the last callback while that is
 * pending. An unreadable leg is dropped, because the record is still valid.
 */
export const storedCall = z.object({
  record,
  stirStatus: textOrNone,
  appParams: z.array(z.tuple([text, text])),
  owed: z
    .object({
      url: text,
      method: z.enum(HTTP_METHODS),
      sequence: z.number(),
    })
    .nullable(),
  leg: storedLeg.nullable().default(null).catch(null),
});

export type StoredCall = z.infer<typeof storedCall>;
