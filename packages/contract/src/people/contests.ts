import * as z from "zod/mini";

import { callerNumberDisplay, csvPage, pageCursor } from "../calls/caller-number.ts";
import { contestOutcome } from "../calls/calls.ts";
import { endpoint } from "../platform/endpoint.ts";

const stationId = z.object({ id: z.uuid() });
/** The words that a caller hears; the caller's place in the contest replaces `{place}`. */
const spoken = z.string().check(z.maxLength(300));

export const contest = z.object({
  id: z.uuid(),
  phoneLine: z.object({ id: z.uuid(), name: z.string() }),
  /** N: the Nth caller wins. */
  callerCount: z.number(),
  counted: z.number(),
  startedAt: z.string(),
  startedBy: z.string(),
  /** The user who started the contest; `null` for contests from before this field existed. */
  starter: z.nullable(z.uuid()),
  earlyText: z.string(),
  lateText: z.string(),
});
export type Contest = z.output<typeof contest>;

/** A running or past contest. Its log proves who won. */
export const pastContest = z.extend(contest, {
  endedAt: z.nullable(z.string()),
});
export type PastContest = z.output<typeof pastContest>;

export const contestEntry = z.object({
  id: z.uuid(),
  call: z.uuid(),
  at: z.string(),
  numberDisplay: callerNumberDisplay,
  name: z.nullable(z.string()),
  /** The caller's place in the contest; `null` when the caller was not counted. */
  place: z.nullable(z.number()),
  /** The result of the call, or the reason why the caller was not counted. */
  outcome: contestOutcome,
});
export type ContestEntry = z.output<typeof contestEntry>;

const running = z.object({ contest: z.nullable(contest) });
/** The contest that the person saw, because another contest may be running now. */
const seenContest = z.object({ contest: z.uuid() });
const pageLimit = z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)));

export const readContest = endpoint("GET /station/{id}/contest", {
  id: "readContest",
  summary: "The running contest of the station; null when no contest runs",
  access: { type: "permission", permission: "screen" },
  params: stationId,
  answer: running,
});

export const startContest = endpoint("POST /station/{id}/contest", {
  id: "startContest",
  summary: "Start a contest on a phone line; also sets my setting callerCount",
  access: { type: "permission", permission: "desk" },
  params: stationId,
  body: z.object({
    phoneLine: z.uuid(),
    callerCount: z.int().check(z.minimum(1), z.maximum(1000)),
    earlyText: z.optional(spoken),
    lateText: z.optional(spoken),
  }),
  answer: running,
  errors: ["not_found", "conflict"],
});

export const resetContest = endpoint("POST /station/{id}/contest/reset", {
  id: "resetContest",
  summary:
    "End the contest and start a new contest that counts from one; the log of the ended contest is kept",
  access: { type: "permission", permission: "desk" },
  params: stationId,
  body: seenContest,
  answer: running,
  errors: ["conflict"],
});

export const endContest = endpoint("POST /station/{id}/contest/end", {
  id: "endContest",
  summary: "End the contest; its log is kept",
  access: { type: "permission", permission: "desk" },
  params: stationId,
  body: seenContest,
  answer: running,
  errors: ["conflict"],
});

export const listContests = endpoint("GET /station/{id}/contests", {
  id: "listContests",
  summary: "The contests of the station, newest first",
  access: { type: "permission", permission: "screen" },
  params: stationId,
  query: z.object({ cursor: z.optional(z.uuid()), limit: pageLimit }),
  answer: z.object({ items: z.array(pastContest), nextCursor: z.nullable(z.string()) }),
});

export const contestLog = endpoint("GET /station/{id}/contest/log", {
  id: "contestLog",
  summary: "Callers of a contest, by default the last one, counted or not, newest first",
  access: { type: "permission", permission: "screen" },
  params: stationId,
  query: z.object({
    contest: z.optional(z.uuid()),
    cursor: z.optional(z.string().check(z.maxLength(100))),
    limit: pageLimit,
  }),
  answer: z.object({ items: z.array(contestEntry), nextCursor: z.nullable(z.string()) }),
  errors: ["not_found"],
});

export const exportContest = endpoint("POST /station/{id}/contest/export", {
  id: "exportContest",
  summary: "The log of a contest, by default the last one, as CSV by page, with full numbers",
  access: { type: "permission", permission: "admin" },
  params: stationId,
  body: z.object({ contest: z.optional(z.uuid()), cursor: pageCursor }),
  answer: csvPage,
  errors: ["not_found", "too_large"],
});
