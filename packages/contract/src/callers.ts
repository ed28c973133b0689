import * as z from "zod/mini";

import { callerNumber, callerNumberDisplay, givenCallerNumber } from "./caller-number.ts";
import { call, callDirection, endReason } from "./calls.ts";
import { endpoint } from "./endpoint.ts";
import { qualityReport } from "./quality.ts";

/** What the person saw in its place: what was changed since then is not written over. */
const seen = z.optional(z.string().check(z.maxLength(100)));

/**
 * Edits go by call, so that a withheld number can be named too; live calls of the caller change.
 */
export const nameCaller = endpoint("POST /caller/name", {
  id: "nameCaller",
  summary: "What the caller is called",
  access: { type: "thing", permission: "screen" },
  body: z.object({ call: z.uuid(), name: z.string().check(z.maxLength(100)), seen }),
  answer: z.object({ call }),
  errors: ["not_found", "conflict"],
});

export const placeCaller = endpoint("POST /caller/location", {
  id: "placeCaller",
  summary: "Where the caller is",
  access: { type: "thing", permission: "screen" },
  body: z.object({ call: z.uuid(), location: z.string().check(z.maxLength(100)), seen }),
  answer: z.object({ call }),
  errors: ["not_found", "conflict"],
});

export const numberCaller = endpoint("POST /caller/number", {
  id: "numberCaller",
  summary: "The number that a caller with a withheld number gave; finds what is known of it",
  access: { type: "thing", permission: "screen" },
  body: z.object({ call: z.uuid(), number: givenCallerNumber(z.string().check(z.maxLength(100))) }),
  answer: z.object({ call }),
  errors: ["not_found", "conflict"],
});

export const setCallPerson = endpoint("POST /caller/person", {
  id: "setCallPerson",
  summary: "Who is calling, of those who share the number, or somebody new who shares it",
  access: { type: "thing", permission: "screen" },
  body: z.object({
    call: z.uuid(),
    /** One who has the number; left out for somebody new. */
    caller: z.optional(z.uuid()),
    /** Of somebody new; empty where nobody knows it. */
    name: z.optional(z.string().check(z.maxLength(100))),
  }),
  answer: z.object({ call }),
  errors: ["not_found", "conflict", "call_gone"],
});

/** What was recorded of a past call; without a duration where it did not come to its end. */
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
  /** Time talked with an operator, in whole seconds; 0 if never answered. */
  durationS: z.number(),
  waitS: z.number(),
  reason: endReason,
  description: z.string(),
  answeredBy: z.nullable(z.string()),
  /** What the last softphone that carried it measured; null where none reported. */
  quality: z.nullable(qualityReport),
  rehearsal: z.optional(z.literal(true)),
  recordings: z.optional(z.array(pastRecording)),
});
export type PastCall = z.output<typeof pastCall>;

/** A past call as the history lists it: with its line and its caller. */
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

/** Somebody answered; nobody did until the caller left; the desk refused; anything else. */
export const historyOutcomes = ["talked", "left", "refused", "other"] as const;
export const historyOutcome = z.enum(historyOutcomes);
export type HistoryOutcome = z.output<typeof historyOutcome>;

/** Of a century in which there are stations: a database knows no year 0. */
const day = z.iso.date().check(z.maxLength(10), z.regex(/^(?:19|20)/));

/** Of whom and which: without a number or a caller the calls of the whole station. */
export const historyFilters = {
  number: z.optional(givenCallerNumber(z.string().check(z.maxLength(100)))),
  caller: z.optional(z.uuid()),
  outcome: z.optional(historyOutcome),
  line: z.optional(z.uuid()),
  /** Days in Sydney, both within. */
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
  /** A page may be short: only without a next cursor is it the last. */
  answer: z.object({
    items: z.array(historyCall),
    nextCursor: z.nullable(z.string()),
    /** Behind a short page: the call that was looked at last came then. */
    lookedBackTo: z.optional(z.string()),
  }),
});
