import * as z from "zod/mini";

import { call, claim, deviceLine, lineDevice } from "../calls/calls.ts";
import { qualityReport } from "../calls/quality.ts";
import { MOST_STATION_FLAGS } from "../people/flags.ts";
import { endpoint } from "../platform/endpoint.ts";
import { partState } from "../platform/health.ts";
import { airRules } from "./air-rules.ts";

const stationQuery = z.object({ station: z.uuid() });
const callSnapshot = z.object({ seq: z.number(), calls: z.array(call) });
/** `claim` is set only when the console must now connect the line's softphone with it. */
const callAnswer = z.object({ call, claim: z.nullable(claim) });

/** The reasons why one or several calls cannot be taken or moved now. */
export const TAKE_ERRORS = [
  "not_found",
  "call_taken",
  "call_gone",
  "call_state",
  "not_air_ready",
  "telephony_failed",
] as const;

export const callQueue = endpoint("GET /twilio/calls/call_queue", {
  id: "callQueue",
  summary: "Waiting and ready calls of a station in the one order",
  access: { type: "permission", permission: "screen" },
  query: z.extend(stationQuery, {
    /** The seq of the client's last event. The answer is 304 when no event followed it. */
    since: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000_000_000))),
  }),
  answer: callSnapshot,
});

export const callList = endpoint("GET /twilio/calls/call_list", {
  id: "callList",
  summary: "Every live call of a station",
  access: { type: "permission", permission: "screen" },
  query: stationQuery,
  answer: callSnapshot,
});

export const subscribeCalls = endpoint("POST /twilio/calls/call_subscription", {
  id: "subscribeCalls",
  summary: "A snapshot of the live calls, and the channel of the events that follow it",
  access: { type: "permission", permission: "screen" },
  body: z.extend(stationQuery, {
    /**
     * Live calls that a console knew before its absence. The response states which of them have
     * ended.
     */
    known: z.optional(z.array(z.uuid()).check(z.maxLength(2_000))),
    /**
     * The duration of the console's absence. The response counts the callers who called and left
     * during it.
     */
    awayMs: z.optional(z.int().check(z.minimum(0), z.maximum(86_400_000))),
  }),
  answer: z.extend(callSnapshot, {
    channel: z.string(),
    /** The calls of `known` that have ended. */
    ended: z.array(call),
    /** A desk derives from these rules which of its lines feed the air. */
    air: airRules,
    /** The state of the telephony service; later changes come as events. */
    telephony: partState,
    /** The exchanges that are down while another one is up. */
    exchangesAway: z.optional(z.array(z.string())),
    /** The number of cut-off callers whom nobody has called back or let go yet. */
    cutOffs: z.number(),
    /** The number of listeners who called and left during `awayMs`, without those in `known`. */
    cameAndWent: z.number(),
  }),
});

export const unsubscribeCalls = endpoint("DELETE /twilio/calls/call_subscription", {
  id: "unsubscribeCalls",
  summary: "Stop following the station's calls",
  access: { type: "permission", permission: "screen" },
  query: stationQuery,
  answer: z.object({}),
});

export const callAction = z.enum([
  "accept",
  "take_next",
  "take_over",
  "mark_next",
  "hang_up",
  "move",
  "swap",
  "verify",
  "unverify",
  "lock",
  "unlock",
  "undo",
]);
export type CallAction = z.output<typeof callAction>;

export const handleCall = endpoint("POST /twilio/calls/handle_call", {
  id: "handleCall",
  summary: "Accept, take over, take next, mark next, hang up, move, swap, verify, lock, undo",
  access: { type: "thing", permission: "screen" },
  body: z.object({
    /** The call. `take_next` names a station instead, and the server chooses the call. */
    call: z.optional(z.uuid()),
    station: z.optional(z.uuid()),
    action: callAction,
    line: z.optional(deviceLine),
    /** The carrier of the line that gets the call. */
    device: z.optional(lineDevice),
    /** `move`: the colleague who gets the offer. Without `to` the call goes to `line`. */
    to: z.optional(z.uuid()),
    /** `take_next`: flags whose callers are hidden at this seat, so that Next skips them. */
    hiddenFlags: z.optional(z.array(z.uuid()).check(z.maxLength(MOST_STATION_FLAGS))),
    /**
     * Skips the air-ready check. `take_next` then names in `call` the caller whose check is
     * skipped.
     */
    evenIfNotReady: z.optional(z.boolean()),
    /**
     * `take_next`: the person's call on air on the line, which the request ends. The station must
     * allow this.
     */
    ends: z.optional(z.uuid()),
    /** The id for the claim, so that a softphone can connect before the answer arrives. */
    claim: z.optional(z.uuid()),
  }),
  answer: callAnswer,
  errors: TAKE_ERRORS,
});

export const handleHold = endpoint("POST /twilio/calls/handle_hold", {
  id: "handleHold",
  summary: "Hold a call with music, or resume it; the answer has a claim if a leg must connect",
  access: { type: "thing", permission: "screen" },
  body: z.object({
    call: z.uuid(),
    hold: z.boolean(),
    line: z.optional(deviceLine),
    /** `hold` false: the carrier of the line. */
    device: z.optional(lineDevice),
    /** `hold` false: a private talk, which a line that feeds the air refuses. */
    privately: z.optional(z.boolean()),
    /** `hold` false: the caller goes to air although the air-ready check is incomplete. */
    evenIfNotReady: z.optional(z.boolean()),
  }),
  answer: callAnswer,
  errors: TAKE_ERRORS,
});

/** The reasons why a call stays when several are rejected. */
export const spareReasons = [
  "gone",
  "on air",
  "with an operator",
  "locked",
  "held",
  "pinned",
  "priority line",
] as const;
const spareReason = z.enum(spareReasons);
export type SpareReason = z.output<typeof spareReason>;

export const rejectCalls = endpoint("POST /twilio/calls/reject_call", {
  id: "rejectCalls",
  summary: "Reject one or more calls; with dryRun only list the calls that would be rejected",
  access: { type: "thing", permission: "reject" },
  body: z.object({
    calls: z.array(z.uuid()).check(z.minLength(1), z.maxLength(200)),
    /**
     * Those of `calls` that the person chose individually. When absent, a single call counts as
     * chosen individually, and several calls do not.
     */
    named: z.optional(z.array(z.uuid()).check(z.maxLength(200))),
    dryRun: z.optional(z.boolean()),
  }),
  answer: z.object({
    rejected: z.array(z.uuid()),
    /** The calls that stay. */
    spared: z.array(z.object({ call: z.uuid(), reason: spareReason })),
    /**
     * Only for a dry run: the announcements that the rejected callers will hear, without
     * repetition. Each has spoken words, or a sound that the server stores and a browser can play.
     * For an external sound both fields are `null`.
     */
    announced: z.optional(
      z.array(z.object({ words: z.nullable(z.string()), sound: z.nullable(z.string()) })),
    ),
  }),
  errors: ["not_found"],
});

export const placeCall = endpoint("POST /twilio/calls/call_position", {
  id: "placeCall",
  summary: "Put a call at a place within its kind; the first place is 1",
  access: { type: "thing", permission: "screen" },
  body: z.object({ call: z.uuid(), position: z.int().check(z.minimum(1), z.maximum(10_000)) }),
  answer: z.object({ call }),
  errors: ["not_found", "call_gone"],
});

export const pinCall = endpoint("POST /twilio/calls/call_pin", {
  id: "pinCall",
  summary: "Pin a call to the front of its kind, or unpin it",
  access: { type: "thing", permission: "screen" },
  body: z.object({ call: z.uuid(), pinned: z.boolean() }),
  answer: z.object({ call }),
  errors: ["not_found", "call_gone"],
});

export const describeCall = endpoint("POST /twilio/calls/description", {
  id: "describeCall",
  summary: "Change the screener's note on a call",
  access: { type: "thing", permission: "screen" },
  body: z.object({
    call: z.uuid(),
    description: z.string().check(z.maxLength(500)),
    /** The value that the person saw. A newer change is not overwritten. */
    seen: z.optional(z.string().check(z.maxLength(500))),
  }),
  answer: z.object({ call }),
  errors: ["not_found", "conflict"],
});

export const checkForAir = endpoint("POST /twilio/calls/air_checks", {
  id: "checkForAir",
  summary: "Set the checks before air: the radio is off, and the caller agrees to go to air",
  access: { type: "thing", permission: "screen" },
  body: z.object({
    call: z.uuid(),
    radioOff: z.optional(z.boolean()),
    agreed: z.optional(z.boolean()),
  }),
  answer: z.object({ call }),
  errors: ["not_found", "call_gone"],
});

const measuredMs = z.number().check(z.minimum(0), z.maximum(3_600_000));

export const qualitySample = z.object({
  mos: z.nullable(z.number().check(z.minimum(0), z.maximum(5))),
  jitter: z.nullable(measuredMs),
  rtt: z.nullable(measuredMs),
  /** The loss in percent. Late packets can make the value negative. */
  packetsLostFraction: z.nullable(z.number().check(z.minimum(-1_000), z.maximum(1_000))),
});

export const reportQuality = endpoint("POST /twilio/calls/{call}/quality", {
  id: "reportQuality",
  summary: "Store the softphone's quality samples of a call, and the report at its end",
  access: { type: "thing", permission: "screen" },
  params: z.object({ call: z.uuid() }),
  body: z.object({
    samples: z.array(qualitySample).check(z.maxLength(600)),
    /** The report of the whole leg, sent once at its end. */
    report: z.optional(qualityReport),
  }),
  answer: z.object({}),
  errors: ["not_found", "call_state", "rate_limited"],
});
