import * as z from "zod/mini";

import { givenCallerNumber } from "../calls/caller-number.ts";
import { seenFlag } from "../calls/calls.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readProfile } from "./caller-profile.ts";
import { callerHistory, historyFilters } from "./callers.ts";

const { answer } = readProfile;
const named = readProfile.query.shape;

export const flagProfile = endpoint("POST /caller/flags", {
  id: "flagProfile",
  summary: "Set or remove a flag on a caller, with its reason and the time at which it expires",
  access: { type: "permission", permission: "screen" },
  body: z.object({
    ...named,
    flag: z.uuid(),
    carried: z.boolean(),
    reason: z.optional(z.string().check(z.maxLength(500))),
    /** The time at which the flag expires; `null` when a person must remove it. */
    until: z.optional(z.nullable(z.iso.datetime())),
    seen: z.optional(seenFlag),
  }),
  answer,
  errors: ["not_found", "conflict"],
});

export const mergeCallers = endpoint("POST /caller/merge", {
  id: "mergeCallers",
  summary: "Merge two callers: this caller gets the numbers, calls and flags of the other caller",
  access: { type: "permission", permission: "desk" },
  body: z.object({ ...named, other: z.uuid() }),
  answer,
  errors: ["not_found", "conflict"],
});

export const splitCaller = endpoint("POST /caller/split", {
  id: "splitCaller",
  summary: "Split a caller: a new caller gets some of the numbers, and the calls from them",
  access: { type: "permission", permission: "desk" },
  body: z.object({
    ...named,
    numbers: z
      .array(givenCallerNumber(z.string().check(z.maxLength(40))))
      .check(z.minLength(1), z.maxLength(50)),
  }),
  answer,
  errors: ["not_found", "conflict"],
});

/** Past calls stay with their caller. Only later calls from the number belong to another caller. */
export const changeNumber = endpoint("POST /caller/numbers", {
  id: "changeCallerNumber",
  summary: "Add a number to a caller, even if another caller has it, or remove a number",
  access: { type: "permission", permission: "desk" },
  body: z.object({
    ...named,
    number: givenCallerNumber(z.string().check(z.maxLength(40))),
    has: z.boolean(),
  }),
  answer,
  errors: ["not_found", "conflict"],
});

export const undoCallerChange = endpoint("POST /caller/undo", {
  id: "undoCallerChange",
  summary: "Undo the last merge or split of a caller",
  access: { type: "permission", permission: "desk" },
  body: z.object({ ...named, change: z.uuid() }),
  answer,
  errors: ["not_found", "conflict"],
});

export const exportHistory = endpoint("POST /station/{id}/caller/history/export", {
  id: "exportHistory",
  summary: "Past calls page by page, for a file; the export is audited",
  access: { type: "permission", permission: "admin" },
  params: z.object({ id: z.uuid() }),
  body: z.object({
    ...historyFilters,
    cursor: z.optional(z.string().check(z.maxLength(1000))),
  }),
  answer: callerHistory.answer,
});
