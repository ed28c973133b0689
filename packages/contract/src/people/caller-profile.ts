import * as z from "zod/mini";

import { callerNumber, callerNumberDisplay, textWithNumbers } from "../calls/caller-number.ts";
import { callFlag, flagKind } from "../calls/calls.ts";
import { endpoint } from "../platform/endpoint.ts";
import { stationDay } from "../platform/station-day.ts";
import { historyCall } from "./callers.ts";
import { winStatus } from "./win-status.ts";

const cursor = z.optional(z.string().check(z.maxLength(1000)));
const number = z.object({ number: callerNumber, numberDisplay: callerNumberDisplay });

export const foundCaller = z.object({
  id: z.uuid(),
  name: z.nullable(z.string()),
  location: z.nullable(z.string()),
  numbers: z.array(number),
  calls: z.number(),
  lastCallAt: z.nullable(z.string()),
});
export type FoundCaller = z.output<typeof foundCaller>;

export const listCallers = endpoint("GET /caller/caller_list", {
  id: "listCallers",
  summary:
    "Find callers of a station by the first letters of a word in the name or place, or by the first digits of a number",
  access: { type: "permission", permission: "screen" },
  query: z.object({
    station: z.uuid(),
    find: z.optional(z.string().check(z.maxLength(100))),
    cursor,
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.object({ items: z.array(foundCaller), nextCursor: z.nullable(z.string()) }),
});

/** A merge or split of one caller that can be undone. */
export const callerChange = z.object({
  id: z.uuid(),
  kind: z.enum(["merge", "split"]),
  other: z.object({ id: z.uuid(), name: z.nullable(z.string()) }),
  by: z.string(),
  at: z.string(),
});

export const callerProfile = z.object({
  ...foundCaller.shape,
  note: z.string(),
  flags: z.array(z.object({ ...callFlag.shape, kind: flagKind, until: z.nullable(z.string()) })),
  /** Other people who have one of the numbers, such as a family that shares a telephone. */
  sharers: z.array(
    z.object({ id: z.uuid(), name: z.nullable(z.string()), numberDisplay: callerNumberDisplay }),
  ),
  /** The name under which the station's phone book lists one of the numbers. */
  contact: z.nullable(textWithNumbers),
  /** The contacts of the station's phone book that have one of the numbers. */
  contacts: z.array(
    z.object({
      ...number.shape,
      name: textWithNumbers,
      tags: z.array(z.string()),
      note: z.string(),
    }),
  ),
  firstCallAt: z.nullable(z.string()),
  /** The number of ended calls that arrived this month, Sydney time. */
  callsThisMonth: z.number(),
  /** The people who answered the latest calls of the caller, newest first. */
  talkedWith: z.array(z.object({ name: z.string(), calls: z.number(), at: z.string() })),
  wins: z.array(
    z.object({ id: z.uuid(), prize: z.string(), wonOn: stationDay, status: winStatus }),
  ),
  recent: z.array(historyCall),
  changes: z.array(callerChange),
  /** The person who last changed the name, place or note. */
  changedBy: z.nullable(z.string()),
});
export type CallerProfile = z.output<typeof callerProfile>;

const answer = z.object({ profile: callerProfile });
const named = { station: z.uuid(), caller: z.uuid() };

export const readProfile = endpoint("GET /caller/profile", {
  id: "readCallerProfile",
  summary: "The profile of a caller: numbers, flags, calls, and who talked with the caller",
  access: { type: "permission", permission: "screen" },
  query: z.object(named),
  answer,
  errors: ["not_found"],
});

export const callerDetails = z.enum(["name", "location", "note"]);
export type CallerDetail = z.output<typeof callerDetails>;

export const changeCaller = endpoint("POST /caller/details", {
  id: "changeCaller",
  summary:
    "Change one detail of a caller. The server refuses if the value is no longer the one in `seen`",
  access: { type: "permission", permission: "screen" },
  body: z.object({
    ...named,
    field: callerDetails,
    value: z.string().check(z.maxLength(1000)),
    seen: z.string().check(z.maxLength(1000)),
  }),
  answer,
  errors: ["not_found", "conflict"],
});
