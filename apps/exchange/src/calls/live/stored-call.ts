import { z } from "zod";

import { HTTP_METHODS } from "@linedesk/base";
import { END_CAUSES } from "../legs/leg.ts";
import { storedLeg } from "../legs/stored-leg.ts";
import { CALL_DIRECTIONS, CALL_STATUSES } from "./call.ts";
import { CALL_CALLBACK_EVENTS } from "./callback-target.ts";
import { storedDial } from "./stored-dial.ts";

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

const method = z.enum(HTTP_METHODS);
const url = z.object({ url: text, method });

/** Returns the schema of a field that is missing in an earlier release, or is not readable. */
function added<Type extends z.ZodType>(type: Type) {
  return type.nullable().default(null).catch(null);
}

/** The facts with which a call continues after a restart of the exchange. */
const course = z.object({
  timeLimitS: z.number(),
  /** The status callbacks, and the number of the next one. */
  callback: url
    .extend({ events: z.array(z.enum(CALL_CALLBACK_EVENTS)), sequence: z.number() })
    .nullable(),
  fallback: url.nullable(),
  /**
   * The document that the call is running: its address, or its text when a REST request contained
   * it.
   */
  document: z.union([url, z.object({ twiml: text })]).nullable(),
  dial: storedDial.nullable(),
  /** The other call of a bridge that a transfer made. */
  partner: text.nullable(),
});

/**
 * A stored call: its record, its leg while the call is live, and the last callback while this
 * callback is pending. An unreadable leg is dropped, because the record is still valid.
 */
export const storedCall = z.object({
  record,
  stirStatus: textOrNone,
  appParams: z.array(z.tuple([text, text])),
  owed: z
    .object({
      url: text,
      method,
      sequence: z.number(),
    })
    .nullable(),
  leg: added(storedLeg),
  course: added(course),
});

export type StoredCall = z.infer<typeof storedCall>;
export type StoredCourse = z.infer<typeof course>;
