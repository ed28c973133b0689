import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";

const access = { type: "permission", permission: "admin" } as const;
const stationId = z.object({ id: z.uuid() });

/** The parts that an engineer checks before the show. */
export const boardParts = [
  "telephony",
  "trunk",
  "line",
  "number",
  "programme",
  "music",
  "announcement",
  "seat",
  "audio_server",
  "mixer",
  "call",
  "database",
  "realtime",
  "disk",
  "certificate",
  "issuer",
  "clock",
  "backup",
] as const;
export type BoardPart = (typeof boardParts)[number];

/** The findings of the check. Part and finding together select the advice. */
export const boardFindings = [
  "up",
  "down",
  "registered",
  "not_registered",
  "answers",
  "silent",
  "not_asked",
  "no_trunk",
  "open",
  "closed",
  "outside_hours",
  "forwarded",
  "not_forwarded",
  "reached",
  "not_reached",
  "under_way",
  "not_tested",
  "no_way",
  "not_own",
  "ready",
  "no_check",
  "old_check",
  "failed_check",
  "asleep",
  "nobody",
  "enough",
  "little",
  "full",
  "valid",
  "ends_soon",
  "ended",
  "made_here",
  "elsewhere",
  "right",
  "wrong",
  "recent",
  "old",
  "no_backup",
  "no_stamp",
  "not_known",
  "plays",
  "quiet",
  "stored",
  "built_in",
  "unreachable",
  "unplayable",
  "being_checked",
  "online",
  "offline",
  "not_paired",
  "on_time",
  "gaps",
  "in_crashes",
  "draining",
  "issuer_unreachable",
  "issuer_untrusted",
  "issuer_wrong",
] as const;
export type BoardFinding = (typeof boardFindings)[number];

export const boardCheck = z.object({
  part: z.enum(boardParts),
  /** The trunk, line, person or host of the finding, when there are several. */
  name: z.nullable(z.string()),
  /** `look` means that the show can begin, but a person should check this part. */
  state: z.enum(["go", "look", "no_go"]),
  finding: z.enum(boardFindings),
  /** Minutes, days, hours, megabytes or seconds, by part; `null` without an amount. */
  amount: z.nullable(z.number()),
});
export type BoardCheck = z.output<typeof boardCheck>;

export const readBoard = endpoint("GET /admin/{id}/board", {
  id: "readBoard",
  summary: "The checks of the go/no-go board, with their findings",
  access,
  params: stationId,
  answer: z.object({
    /** The time of the server's clock. */
    at: z.string(),
    checks: z.array(boardCheck),
    /** The end of the rehearsal; `null` when none runs. */
    rehearsalUntil: z.nullable(z.string()),
  }),
  errors: ["not_found"],
});

export const startLoopCalls = endpoint("POST /admin/{id}/board/loop", {
  id: "startLoopCalls",
  summary: "Make loop calls of the station's own numbers through the telephone network",
  access,
  params: stationId,
  answer: z.object({ started: z.number() }),
  errors: ["conflict", "rate_limited"],
});

/** The number of synthetic callers in a rehearsal. */
export const REHEARSAL_CALLERS = 12;

export const startRehearsal = endpoint("POST /admin/{id}/board/rehearsal", {
  id: "startRehearsal",
  summary: "Start a rehearsal with twelve synthetic callers, who count in no figure",
  access,
  params: stationId,
  answer: z.object({ callers: z.number(), until: z.string() }),
  errors: ["conflict", "rate_limited", "telephony_failed", "telephony_unreachable"],
});

export const endRehearsal = endpoint("DELETE /admin/{id}/board/rehearsal", {
  id: "endRehearsal",
  summary: "End the rehearsal; its synthetic callers hang up",
  access,
  params: stationId,
  answer: z.object({ ended: z.number() }),
});
