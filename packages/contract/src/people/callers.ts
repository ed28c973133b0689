import * as z from "zod/mini";

import { callerNumber, callerNumberDisplay, givenCallerNumber } from "../calls/caller-number.ts";
import { call, callDirection, endReason } from "../calls/calls.ts";
import { qualityReport } from "../calls/quality.ts";
import { cleaned } from "../platform/clean-name.ts";
import { endpoint } from "../platform/endpoint.ts";

/** The value that the person saw. A newer change is not overwritten. */
const seen = z.optional(z.string().check(z.maxLength(100)));

/**
 * The request names a call, so that it works with a withheld number too. The edit also changes the
 * caller's live calls.
 */
export const nameCaller = endpoint("POST /caller/name", {
  id: "nameCaller",
  summary: "Set the caller's name",
  access: { type: "thing", permission: "screen" },
  body: z.object({ call: z.uuid(), name: z.string().check(cleaned(), z.maxLength(100)), seen }),
  answer: z.object({ call }),
  errors: ["not_found", "conflict"],
});

export const placeCaller = endpoint("POST /caller/location", {
  id: "placeCaller",
  summary: "Set the caller's place",
  access: { type: "thing", permission: "screen" },
  body: z.object({ call: z.uuid(), location: z.string().check(cleaned(), z.maxLength(100)), seen }),
  answer: z.object({ call }),
  errors: ["not_found", "conflict"],
});

export const numberCaller = endpoint("POST /caller/number", {
  id: "numberCaller",
  summary: "Set the number that a caller with a withheld number gave, and find its profile",
  access: { type: "thing", permission: "screen" },
  body: z.object({ call: z.uuid(), number: givenCallerNumber(z.string().check(z.maxLength(100))) }),
  answer: z.object({ call }),
  errors: ["not_found", "conflict"],
});

export const setCallPerson = endpoint("POST /caller/person", {
  id: "setCallPerson",
  summary: "Select the caller among the people who share the number, or add a new person",
  access: { type: "thing", permission: "screen" },
  body: z.object({
    call: z.uuid(),
    /** A caller who has the number; absent for a new person. */
    caller: z.optional(z.uuid()),
    /** The name of a new person; empty when it is unknown. */
    name: z.optional(z.string().check(cleaned(), z.maxLength(100))),
  }),
  answer: z.object({ call }),
  errors: ["not_found", "conflict", "call_gone"],
});

/** A recording of a past call. It has no duration when it was not completed. */
export const pastRecording = z.object({
  id: z.uuid(),
  at: z.string(),
  durationS: z.nullable(z.number()),
  deleted: z.boolean(),
});
export type PastRecording = z.output<typeof pastRecording>;

export const pastCall = z.object({
  id: z.uuid(),
  at: z.string(),
  direction: callDirection,
  /** The time with an operator in whole seconds; 0 when nobody answered. */
  durationS: z.number(),
  waitS: z.number(),
  reason: endReason,
  description: z.string(),
  answeredBy: z.nullable(z.string()),
  /** The measurements of the last softphone on the call; `null` when none reported. */
  quality: z.nullable(qualityReport),
  rehearsal: z.optional(z.literal(true)),
  recordings: z.optional(z.array(pastRecording)),
});
export type PastCall = z.output<typeof pastCall>;

/** A past call in the history, with its phone line and its caller. */
export const historyCall = z.object({
  ...pastCall.shape,
  phoneLine: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  caller: z.object({
    id: z.nullable(z.uuid()),
    name: z.nullable(z.string()),
    number: z.nullable(callerNumber),
    numberDisplay: callerNumberDisplay,
  }),
});
export type HistoryCall = z.output<typeof historyCall>;

/** `left`: the caller left before an answer. `refused`: the desk refused the call. */
export const historyOutcomes = ["talked", "left", "refused", "other"] as const;
export const historyOutcome = z.enum(historyOutcomes);
export type HistoryOutcome = z.output<typeof historyOutcome>;

/** The regular expression allows only 1900 to 2099, because the database has no year 0. */
const day = z.iso.date().check(z.maxLength(10), z.regex(/^(?:19|20)/));

/** Without a number or a caller the filter selects the calls of the whole station. */
export const historyFilters = {
  number: z.optional(givenCallerNumber(z.string().check(z.maxLength(100)))),
  caller: z.optional(z.uuid()),
  outcome: z.optional(historyOutcome),
  line: z.optional(z.uuid()),
  /** Days in Sydney, both included. */
  from: z.optional(day),
  to: z.optional(day),
  /** Only calls that the person answered. */
  mine: z.optional(z.literal("true")),
  /** A part of the note or of the caller's name. */
  text: z.optional(z.string().check(z.maxLength(100))),
};

export const callerHistory = endpoint("GET /station/{id}/caller/history", {
  id: "callerHistory",
  summary: "Past calls of a caller or of the station, newest first",
  access: { type: "permission", permission: "screen" },
  params: z.object({ id: z.uuid() }),
  query: z.object({
    ...historyFilters,
    cursor: z.optional(z.string().check(z.maxLength(500))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  /** A page can be short. Only the page without a next cursor is the last one. */
  answer: z.object({
    items: z.array(historyCall),
    nextCursor: z.nullable(z.string()),
    /** Only for a short page: the arrival time of the last call that was searched. */
    lookedBackTo: z.optional(z.string()),
  }),
});
