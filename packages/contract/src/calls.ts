import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

/** A device line of an operator, spelt as in storage keys, presets and the API. */
export const deviceLine = z.enum(["line1", "line2"]);
export type DeviceLine = z.output<typeof deviceLine>;

export const callState = z.enum(["ringing", "in_progress", "ended"]);
export type CallState = z.output<typeof callState>;

/** Who holds a call, and on which of his lines. */
export const holder = z.object({
  user: z.uuid(),
  name: z.string(),
  line: deviceLine,
});
export type Holder = z.output<typeof holder>;

export const endReason = z.enum([
  "caller_hung_up",
  "operator_hung_up",
  "rejected",
  "line_closed",
  "blocked",
  "forwarded",
  "no_answer",
  "busy",
  "failed",
  "time_limit",
  /** The exchange went away under the call. */
  "exchange_lost",
]);
export type EndReason = z.output<typeof endReason>;

/** Where the call is in the programme; each member carries only what exists then. */
export const deskState = z.discriminatedUnion("status", [
  z.object({ status: z.literal("waiting") }),
  z.object({ status: z.literal("screening"), holder, since: z.string() }),
  z.object({ status: z.literal("ready"), since: z.string() }),
  z.object({
    status: z.literal("held"),
    holder: z.nullable(holder),
    since: z.string(),
    /** No operator is with the caller and none asked for it: anybody may take him over. */
    unattended: z.boolean(),
  }),
  z.object({ status: z.literal("on_air"), holder, since: z.string() }),
  z.object({ status: z.literal("ended"), reason: endReason, at: z.string() }),
]);
export type DeskState = z.output<typeof deskState>;

export const callMarks = z.object({
  next: z.boolean(),
  locked: z.boolean(),
  pinned: z.boolean(),
  verified: z.boolean(),
});

export const callFlag = z.object({ id: z.uuid(), name: z.string(), colour: z.string() });

/** What is known of the person who calls. */
export const callCaller = z.object({
  id: z.nullable(z.uuid()),
  /** E.164; null when withheld. */
  number: z.nullable(z.string()),
  /** As people write it, `0491 570 006`; "Private" when withheld. */
  numberDisplay: z.string(),
  name: z.nullable(z.string()),
  location: z.nullable(z.string()),
  flags: z.array(callFlag),
  /** A ban or a warning, with its reason, shown before the answer. */
  warning: z.nullable(z.object({ kind: z.enum(["warning", "banned"]), reason: z.string() })),
  /** Ended calls of this caller on this station before this one. */
  earlierCalls: z.number(),
  lastCallAt: z.nullable(z.string()),
});
export type CallCaller = z.output<typeof callCaller>;

/** A call as every console sees it. Times are ISO 8601 in UTC. */
export const call = z.object({
  id: z.uuid(),
  station: z.uuid(),
  phoneLine: z.nullable(
    z.object({ id: z.uuid(), name: z.string(), numberDisplay: z.string(), priority: z.boolean() }),
  ),
  direction: z.enum(["inbound", "outbound"]),
  callState,
  desk: deskState,
  /** Somebody is about to take it: his claim has not been used yet. */
  claimedBy: z.nullable(holder),
  caller: callCaller,
  /** The screener's note: the point the caller wants to make. */
  description: z.string(),
  marks: callMarks,
  /** Place given by hand; null when the one order decides. */
  position: z.nullable(z.number()),
  arrivedAt: z.string(),
  answeredAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
});
export type Call = z.output<typeof call>;

/** The right to connect a softphone to one call; sent as the connect parameter `claim`. */
export const claim = z.object({ id: z.uuid(), line: deviceLine, expiresAt: z.string() });
export type Claim = z.output<typeof claim>;

const stationQuery = z.object({ station: z.uuid() });
const callSnapshot = z.object({ seq: z.number(), calls: z.array(call) });
/** `claim` stands only when the caller of this must now connect his line's softphone with it. */
const callAnswer = z.object({ call, claim: z.nullable(claim) });

export const callQueue = endpoint({
  id: "callQueue",
  method: "GET",
  path: "/twilio/calls/call_queue",
  summary: "Waiting and ready calls of a station in the one order",
  access: { type: "permission", permission: "screen" },
  query: stationQuery,
  answer: callSnapshot,
});

export const callList = endpoint({
  id: "callList",
  method: "GET",
  path: "/twilio/calls/call_list",
  summary: "Every live call of a station",
  access: { type: "permission", permission: "screen" },
  query: stationQuery,
  answer: callSnapshot,
});

export const subscribeCalls = endpoint({
  id: "subscribeCalls",
  method: "POST",
  path: "/twilio/calls/call_subscription",
  summary: "A snapshot of the live calls and the channel that carries what follows it",
  access: { type: "permission", permission: "screen" },
  body: stationQuery,
  answer: z.extend(callSnapshot, { channel: z.string() }),
});

export const unsubscribeCalls = endpoint({
  id: "unsubscribeCalls",
  method: "DELETE",
  path: "/twilio/calls/call_subscription",
  summary: "The console no longer follows the station's calls",
  access: { type: "permission", permission: "screen" },
  query: stationQuery,
  answer: z.object({}),
});

export const callAction = z.enum(["accept", "hang_up", "take_over"]);
export type CallAction = z.output<typeof callAction>;

export const handleCall = endpoint({
  id: "handleCall",
  method: "POST",
  path: "/twilio/calls/handle_call",
  summary: "Accept a call on a line, take over an unattended one, or hang it up",
  access: { type: "session" },
  body: z.object({
    call: z.uuid(),
    action: callAction,
    line: z.optional(deviceLine),
    /** The id that the claim is to have, so that a softphone may set out before the answer. */
    claim: z.optional(z.uuid()),
  }),
  answer: callAnswer,
  errors: ["not_found", "call_taken", "call_gone", "call_state", "telephony_failed"],
});

export const handleHold = endpoint({
  id: "handleHold",
  method: "POST",
  path: "/twilio/calls/handle_hold",
  summary: "Hold a call with music, or resume it; resuming without a leg answers a claim",
  access: { type: "session" },
  body: z.object({ call: z.uuid(), hold: z.boolean(), line: z.optional(deviceLine) }),
  answer: callAnswer,
  errors: ["not_found", "call_taken", "call_gone", "call_state", "telephony_failed"],
});

export const rejectCalls = endpoint({
  id: "rejectCalls",
  method: "POST",
  path: "/twilio/calls/reject_call",
  summary: "Reject one call or many; dryRun names who would go",
  access: { type: "session" },
  body: z.object({
    calls: z.array(z.uuid()).check(z.minLength(1), z.maxLength(200)),
    dryRun: z.optional(z.boolean()),
  }),
  answer: z.object({
    rejected: z.array(z.uuid()),
    /** Calls that stay, each with the reason: on air, held, pinned, priority line, gone. */
    spared: z.array(z.object({ call: z.uuid(), reason: z.string() })),
  }),
  errors: ["not_found"],
});

export const describeCall = endpoint({
  id: "describeCall",
  method: "POST",
  path: "/twilio/calls/description",
  summary: "The screener's note on a call",
  access: { type: "session" },
  body: z.object({ call: z.uuid(), description: z.string().check(z.maxLength(500)) }),
  answer: z.object({ call }),
  errors: ["not_found"],
});

export const qualitySample = z.object({
  mos: z.nullable(z.number()),
  jitter: z.nullable(z.number()),
  rtt: z.nullable(z.number()),
  packetsLostFraction: z.nullable(z.number()),
});

export const reportQuality = endpoint({
  id: "reportQuality",
  method: "POST",
  path: "/twilio/calls/{call}/quality",
  summary: "The softphone's quality samples of a call",
  access: { type: "session" },
  params: z.object({ call: z.uuid() }),
  body: z.object({ samples: z.array(qualitySample).check(z.maxLength(600)) }),
  answer: z.object({}),
  errors: ["not_found"],
});
