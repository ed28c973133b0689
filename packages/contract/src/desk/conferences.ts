import * as z from "zod/mini";

import { callerNumberDisplay } from "../calls/caller-number.ts";
import { call, claim, deviceLine, lineDevice } from "../calls/calls.ts";
import { endpoint } from "../platform/endpoint.ts";
import { TAKE_ERRORS } from "./call-queue.ts";

/** The maximum number of members in a conference; operators do not count. */
export const MOST_MEMBERS = 20;

export const conferenceMember = z.object({
  call: z.uuid(),
  name: z.nullable(z.string()),
  numberDisplay: callerNumberDisplay,
  muted: z.boolean(),
  onHold: z.boolean(),
});

export const conference = z.object({
  id: z.uuid(),
  station: z.uuid(),
  startedAt: z.string(),
  members: z.array(conferenceMember),
});
export type Conference = z.output<typeof conference>;

export const conferenceAction = z.enum([
  "start",
  "add",
  "remove",
  "mute",
  "hold",
  "talk",
  "join",
  "leave",
  "end",
]);
export type ConferenceAction = z.output<typeof conferenceAction>;

export const listConferences = endpoint("GET /conference", {
  id: "listConferences",
  summary: "A station's conferences and their members",
  access: { type: "permission", permission: "screen" },
  query: z.object({ station: z.uuid() }),
  answer: z.object({ conferences: z.array(conference) }),
});

export const handleConference = endpoint("POST /conference", {
  id: "handleConference",
  summary: "Start a conference, add, remove, mute, hold, talk privately, join, leave, end",
  access: { type: "thing", permission: "air" },
  body: z.object({
    action: conferenceAction,
    /**
     * `start`: the first call is the person's own. `hold` without calls applies to all members;
     * `talk` needs one call.
     */
    calls: z.optional(z.array(z.uuid()).check(z.maxLength(MOST_MEMBERS))),
    /** Required except for `start`. */
    conference: z.optional(z.uuid()),
    /** For `mute`, `hold` and `talk`; the default is true. */
    on: z.optional(z.boolean()),
    /** `talk` and `join`: the line that connects with the claim, and its carrier. */
    line: z.optional(deviceLine),
    device: z.optional(lineDevice),
    /**
     * `start`, `add`, `join`, `hold`: a caller goes to air although the air-ready check is
     * incomplete.
     */
    evenIfNotReady: z.optional(z.boolean()),
    /** `end` only; the default is the person's setting. */
    behavior: z.optional(z.enum(["END", "HOLD"])),
  }),
  answer: z.object({
    conference: z.nullable(conference),
    calls: z.array(call),
    claim: z.nullable(claim),
  }),
  errors: TAKE_ERRORS,
});
