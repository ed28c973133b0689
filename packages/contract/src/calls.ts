import * as z from "zod/mini";

import { callerNumber, callerNumberDisplay } from "./caller-number.ts";
import { flagIcon } from "./flag-icon.ts";
import { winMark } from "./may-win.ts";

/** A device line of an operator, spelt as in storage keys, presets and the API. */
export const deviceLine = z.enum(["line1", "line2"]);
export type DeviceLine = z.output<typeof deviceLine>;

/** What carries a device line, as its `{line}-device-config` says; without a type the browser. */
export const lineDevice = z.object({
  type: z.optional(z.enum(["browser", "audio_server"])),
  id: z.optional(z.string().check(z.maxLength(64))),
  /** The device preset by which the line was set: whether it feeds the air stands there too. */
  preset: z.optional(z.uuid()),
});
export type LineDevice = z.output<typeof lineDevice>;

export const callDirection = z.enum(["inbound", "outbound"]);
export type CallDirection = z.output<typeof callDirection>;

export const callState = z.enum(["ringing", "in_progress", "ended"]);
export type CallState = z.output<typeof callState>;

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
  "declined",
  "not_found",
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
    /** No operator is with the caller and none asked for it: anybody may take the call over. */
    unattended: z.boolean(),
  }),
  z.object({ status: z.literal("on_air"), holder, since: z.string() }),
  z.object({ status: z.literal("ended"), reason: endReason, at: z.string() }),
]);
export type ShownDesk = z.output<typeof deskState>;

export const callMarks = z.object({
  next: z.boolean(),
  locked: z.boolean(),
  pinned: z.boolean(),
  verified: z.boolean(),
});

/** A label on a caller, and why the caller carries it. */
export const callFlag = z.object({
  id: z.uuid(),
  name: z.string(),
  colour: z.string(),
  icon: z.optional(flagIcon),
  reason: z.string(),
  /** Goes by itself then; left out where it holds until somebody removes it. */
  until: z.optional(z.nullable(z.string())),
});

/** What the person saw of a flag of a caller: what was changed since is not written over. */
export const flagSight = z.object({
  carried: z.boolean(),
  reason: z.string().check(z.maxLength(500)),
  until: z.nullable(z.iso.datetime()),
});
export type FlagSight = z.output<typeof flagSight>;

export const warningKind = z.enum(["warning", "banned"]);

/** A label only marks a caller; a warning or a ban is shown before the answer. */
export const flagKind = z.enum(["label", ...warningKind.options]);
export type FlagKind = z.output<typeof flagKind>;

const person = z.object({ user: z.uuid(), name: z.string() });

/** Offered to a colleague, who may take it until then; the caller hears music meanwhile. */
export const callOffer = z.object({ to: person, from: holder, until: z.string() });

/** About to go, by a rejection or a hang-up; undo saves it until then, null when it cannot. */
export const callLeaving = z.object({
  reason: z.enum(["rejected", "operator_hung_up"]),
  by: z.nullable(person),
  until: z.nullable(z.string()),
});

/** Dialled by us: how long it may last from its answer on. */
export const callDial = z.object({
  limitS: z.number(),
  /** Null until it is answered. */
  endsAt: z.nullable(z.string()),
});

/** Left the queue and is rung back in turn, with the place kept; how often nobody answered. */
export const callBackMark = z.object({ since: z.string(), tries: z.number() });

/** In a conference: nobody hears a muted member, and one on hold hears music. */
export const callConference = z.object({ id: z.uuid(), muted: z.boolean(), onHold: z.boolean() });

/** What a contest made of a caller: the first three are counted, the others say why not. */
export const contestOutcome = z.enum([
  "early",
  "winner",
  "late",
  "repeated",
  "withheld",
  "blocked",
  "line_closed",
  "forwarded",
]);
export type ContestOutcome = z.output<typeof contestOutcome>;

/** The caller's place in the contest in which the call came; null for who was not counted. */
export const contestMark = z.object({
  place: z.nullable(z.number()),
  callerCount: z.number(),
  outcome: contestOutcome,
});

/** What was asked before the air; that the point is known says the description. */
export const airChecks = z.object({ radioOff: z.boolean(), agreed: z.boolean() });
export type AirChecks = z.output<typeof airChecks>;

/** What is known of the person who calls. */
export const callCaller = z.object({
  id: z.nullable(z.uuid()),
  number: z.nullable(callerNumber),
  /** As people write it, `0491 570 006`; "Private" when withheld. */
  numberDisplay: callerNumberDisplay,
  /** The network withheld the number: an operator was told it and wrote it down. */
  numberGiven: z.boolean(),
  name: z.nullable(z.string()),
  location: z.nullable(z.string()),
  /** Where such numbers are, while nobody has said where the caller is. */
  locationGuess: z.nullable(z.string()),
  flags: z.array(callFlag),
  /** Every flag that the caller carries: labels, warnings and bans. */
  flagIds: z.array(z.uuid()),
  /** A ban or a warning, with its reason, shown before the answer. */
  warning: z.nullable(
    z.object({ kind: warningKind, reason: z.string(), until: z.optional(z.string()) }),
  ),
  /** Ended calls of this caller on this station before this one. */
  earlierCalls: z.number(),
  lastCallAt: z.nullable(z.string()),
});
export type CallCaller = z.output<typeof callCaller>;

/** Which answered calls of a station are recorded: none, those for which somebody asks, or each. */
export const recordingModes = ["off", "on_request", "every_call"] as const;
export const recordingMode = z.enum(recordingModes);
export type RecordingMode = z.output<typeof recordingMode>;

/** Of a live call: the caller is being told, is recorded, or is not for a while. */
export const liveRecording = z.enum(["announcing", "running", "paused"]);
export type LiveRecording = z.output<typeof liveRecording>;

export const call = z.object({
  id: z.uuid(),
  station: z.uuid(),
  phoneLine: z.nullable(
    z.object({ id: z.uuid(), name: z.string(), numberDisplay: z.string(), priority: z.boolean() }),
  ),
  direction: callDirection,
  callState,
  desk: deskState,
  /** Somebody is about to take it: the claim has not been used yet. */
  claimedBy: z.nullable(holder),
  offer: z.nullable(callOffer),
  leaving: z.nullable(callLeaving),
  dial: z.nullable(callDial),
  callBack: z.nullable(callBackMark),
  conference: z.nullable(callConference),
  /** The conference to which the caller goes back after a private talk. */
  talkback: z.optional(z.uuid()),
  caller: callCaller,
  description: z.string(),
  marks: callMarks,
  air: airChecks,
  contest: z.nullable(contestMark),
  /** What the caller or the household won last that counts. */
  win: z.optional(winMark),
  /** Stands behind who else waits: by a flag, or for a number that is withheld. */
  sentBack: z.optional(z.boolean()),
  /** The programme is heard behind the caller's voice: the radio is on. */
  programmeAudible: z.boolean(),
  rehearsal: z.optional(z.literal(true)),
  recording: z.optional(liveRecording),
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
