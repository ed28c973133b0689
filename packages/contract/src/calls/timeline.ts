import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";
import { call, deviceLine, endReason } from "./calls.ts";

const callId = z.object({ call: z.uuid() });

/** One entry of a call's timeline. `type` alone determines which of the other fields apply. */
export const timelineEntry = z.object({
  id: z.uuid(),
  at: z.string(),
  /** `noun.verb` in the past, as in the call's history: `operator.joined`. */
  type: z.string(),
  /** The person who acted; `null` for the telephone network and the server. */
  by: z.nullable(z.string()),
  /** The second person whom the entry concerns, if there is one. */
  person: z.nullable(z.string()),
  line: z.nullable(deviceLine),
  reason: z.nullable(endReason),
  /** Only for faults of softphones: the voice SDK's code. */
  code: z.nullable(z.number()),
  /** A reason, the spoken words of a notice, or the address of the notice's sound. */
  words: z.optional(z.string()),
  quality: z.nullable(
    z.object({
      mos: z.nullable(z.number()),
      jitterMs: z.nullable(z.number()),
      lossPercent: z.nullable(z.number()),
    }),
  ),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

export const readTimeline = endpoint("GET /twilio/calls/{call}/timeline", {
  id: "readTimeline",
  summary: "The timeline of a live or past call, oldest entry first",
  access: { type: "thing", permission: "screen" },
  params: callId,
  query: z.object({
    cursor: z.optional(z.string().check(z.maxLength(10))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))),
  }),
  answer: z.object({ call, items: z.array(timelineEntry), nextCursor: z.nullable(z.string()) }),
  errors: ["not_found"],
});

export const reportTrouble = endpoint("POST /twilio/calls/{call}/timeline", {
  id: "reportTrouble",
  summary: "Report a fault of the softphone during a call, with the voice SDK's code",
  access: { type: "thing", permission: "screen" },
  params: callId,
  body: z.object({
    code: z.number().check(z.int(), z.minimum(0), z.maximum(99_999)),
    line: deviceLine,
  }),
  answer: z.object({}),
  errors: ["not_found"],
});
