import * as z from "zod/mini";

import { callerNumber, callerNumberDisplay } from "./caller-number.ts";
import { flagIcon } from "./flag-icon.ts";
import { winMark } from "./may-win.ts";

/** A device line of an operator. Storage keys, presets and the API use the same spelling. */
export const deviceLine = z.enum(["line1", "line2"]);
export type DeviceLine = z.output<typeof deviceLine>;

/**
 * The carrier of a device line from its `{line}-device-config`; without a type it is the browser.
 */
export const lineDevice = z.object({
  type: z.optional(z.enum(["browser", "audio_server"])),
  id: z.optional(z.string().check(z.maxLength(64))),
  /** The device preset that set the line. It also decides whether the line feeds the air. */
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
  /** The exchange failed during the call. */
  "exchange_lost",
]);
export type EndReason = z.output<typeof endReason>;

/** The state of the call in the programme. Each member has only the fields of its status. */
export const deskState = z.discriminatedUnion("status", [
  z.object({ status: z.literal("waiting") }),
  z.object({ status: z.literal("screening"), holder, since: z.string() }),
  z.object({ status: z.literal("ready"), since: z.string() }),
  z.object({
    status: z.literal("held"),
    holder: z.nullable(holder),
    since: z.string(),
    /**
     * Is true when no operator is with the caller and no person intended that. Anybody may take
     * over the call.
     */
    unattended: z.boolean(),
    /** Set while the holder's console brings the call back after a restart of the exchange. */
    interrupted: z.optional(z.object({ wasOnAir: z.boolean() })),
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

/** A label on a caller, with its reason. */
export const callFlag = z.object({
  id: z.uuid(),
  name: z.string(),
  colour: z.string(),
  icon: z.optional(flagIcon),
  reason: z.string(),
  /** The time at which the flag expires; absent when a person must remove it. */
  until: z.optional(z.nullable(z.string())),
});

/** A caller's flag as the person saw it. A newer change is not overwritten. */
export const seenFlag = z.object({
  carried: z.boolean(),
  reason: z.string().check(z.maxLength(500)),
  until: z.nullable(z.iso.datetime()),
});
export type FlagSight = z.output<typeof seenFlag>;

export const warningKind = z.enum(["warning", "banned"]);

/** A label only marks a caller. A warning or a ban is shown before the call is answered. */
export const flagKind = z.enum(["label", ...warningKind.options]);
export type FlagKind = z.output<typeof flagKind>;

const person = z.object({ user: z.uuid(), name: z.string() });

/**
 * An offer to a colleague, who may take the call up to the time `until`. The caller hears music
 * meanwhile.
 */
export const callOffer = z.object({ to: person, from: holder, until: z.string() });

/**
 * A rejection or hang-up in progress. Undo is possible up to the time `until`, which is `null` when
 * undo is impossible.
 */
export const callLeaving = z.object({
  reason: z.enum(["rejected", "operator_hung_up"]),
  by: z.nullable(person),
  until: z.nullable(z.string()),
});

/** The longest time of an outbound call, from its answer to its end. */
export const callDial = z.object({
  limitS: z.number(),
  /** The time at which the call ends at the latest; `null` until the call is answered. */
  endsAt: z.nullable(z.string()),
});

/**
 * The caller has left the queue and keeps a place in it. The desk calls back when this place comes
 * first. `tries` counts the attempts that the caller did not answer.
 */
export const callBackMark = z.object({ since: z.string(), tries: z.number() });

/**
 * The state of a call in a conference. Nobody hears a muted member, and a member on hold hears
 * music.
 */
export const callConference = z.object({ id: z.uuid(), muted: z.boolean(), onHold: z.boolean() });

/**
 * The contest's result for a caller. A caller with one of the first three results is counted. The
 * other results give the reason why a caller is not counted.
 */
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

/** The caller's result in the contest of this call. */
export const contestMark = z.object({
  /** The caller's place; `null` when the caller was not counted. */
  place: z.nullable(z.number()),
  callerCount: z.number(),
  outcome: contestOutcome,
});

/**
 * The screener's checks before the caller goes to air. The call's `description` shows that the
 * screener knows the caller's point.
 */
export const airChecks = z.object({ radioOff: z.boolean(), agreed: z.boolean() });
export type AirChecks = z.output<typeof airChecks>;

/** Facts about the person who calls. */
export const callCaller = z.object({
  id: z.nullable(z.uuid()),
  number: z.nullable(callerNumber),
  /** The number in readable form, such as `0491 570 006`; "Private" when it is withheld. */
  numberDisplay: callerNumberDisplay,
  /** Is true when the network withheld the number and the caller gave it to an operator. */
  numberGiven: z.boolean(),
  name: z.nullable(z.string()),
  location: z.nullable(z.string()),
  /**
   * The area to which the number's prefix belongs. It is shown until a person enters the caller's
   * place.
   */
  locationGuess: z.nullable(z.string()),
  flags: z.array(callFlag),
  /** Every flag that the caller has: labels, warnings and bans. */
  flagIds: z.array(z.uuid()),
  /** A ban or a warning with its reason, shown before the call is answered. */
  warning: z.nullable(
    z.object({ kind: warningKind, reason: z.string(), until: z.optional(z.string()) }),
  ),
  /** Ended calls of this caller at this station before this call. */
  earlierCalls: z.number(),
  lastCallAt: z.nullable(z.string()),
});
export type CallCaller = z.output<typeof callCaller>;

/** The answered calls that a station records: none, requested ones, or all. */
export const recordingModes = ["off", "on_request", "every_call"] as const;
export const recordingMode = z.enum(recordingModes);
export type RecordingMode = z.output<typeof recordingMode>;

/**
 * The state of a live call's recording: the notice is playing, the recording runs, or it is paused.
 */
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
  /** The person who is about to take the call, with an unused claim. */
  claimedBy: z.nullable(holder),
  offer: z.nullable(callOffer),
  leaving: z.nullable(callLeaving),
  dial: z.nullable(callDial),
  callBack: z.nullable(callBackMark),
  conference: z.nullable(callConference),
  /** The conference to which the caller returns after a private talk. */
  talkback: z.optional(z.uuid()),
  caller: callCaller,
  description: z.string(),
  marks: callMarks,
  air: airChecks,
  contest: z.nullable(contestMark),
  /** The last win of the caller or the household that still counts. */
  win: z.optional(winMark),
  /** Is true when a flag, or the rule for withheld numbers, sends the call to the back. */
  sentBack: z.optional(z.boolean()),
  /** Is true when the caller's radio is on, so that the programme is audible behind the voice. */
  programmeAudible: z.boolean(),
  rehearsal: z.optional(z.literal(true)),
  /** The exchange that has the call; absent for `main`. */
  service: z.optional(z.string()),
  recording: z.optional(liveRecording),
  /** The place that a person set; `null` without one. */
  position: z.nullable(z.number()),
  arrivedAt: z.string(),
  answeredAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
});
export type Call = z.output<typeof call>;

/**
 * The right to connect a softphone to one call. It is sent as the connect parameter `claim`. If a
 * softphone connects at another exchange than the claim's, it is refused, and the claim stays
 * unused.
 */
export const claim = z.object({
  id: z.uuid(),
  line: deviceLine,
  expiresAt: z.string(),
  /** The exchange that has the call; a server of an earlier release has only `main`. */
  service: z._default(z.string(), "main"),
});
export type Claim = z.output<typeof claim>;
