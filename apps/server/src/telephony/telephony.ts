import type { Readable } from "node:stream";

import type { IceServer } from "@linedesk/contract";
import type { AccountResources } from "./account-resources.ts";
import type { ServicePolicy } from "./service-policy.ts";

export type CommandResult = "done" | "gone";

export interface ServiceCall {
  sid: string;
  to: string;
  from: string;
  /** Twilio's status: `queued`, `ringing`, `in-progress` ... */
  status: string;
  direction: string;
  callerName: string | null;
  startedAt: Date | null;
  endedAt: Date | null;
}

export interface ServiceConference {
  sid: string;
  /** The name of the room. `ServiceNames` builds the names of our rooms. */
  name: string;
  participants: { callSid: string; hold: boolean }[];
}

export interface TelephonySnapshot {
  calls: ServiceCall[];
  conferences: ServiceConference[];
  queued: string[];
}

export interface DialRequest {
  roomSid: string;
  /** The same room by its name, for a party who joins it only after the digits of an extension. */
  room: { name: string; statusUrl: string };
  from: string;
  to: string;
  /** The digits to send after the answer; empty without an extension. */
  extension: string;
  label: string;
  ringTimeoutS: number;
  /** The limit counts from the answer on. */
  timeLimitS: number;
  /**
   * Is true when no sound of the called party reaches the room, neither ringing nor speech after
   * the answer.
   */
  isSilent: boolean;
  /** The programme to detect behind the called party's voice. */
  programmeUrl: string | null;
  /** The music of the called party while nobody else is heard. */
  waitUrl: string;
  statusUrl: string;
}

export interface CallCommands {
  /** Moves a waiting call out of its queue to the document at `url`. */
  dequeue(member: { queueSid: string; callSid: string; url: string }): Promise<CommandResult>;
  /** With `unmute`, a party who was dialled silently can be heard after the hold. */
  hold(who: {
    roomSid: string;
    callSid: string;
    holdUrl: string;
    unmute: boolean;
  }): Promise<CommandResult>;
  unhold(who: { roomSid: string; callSid: string }): Promise<CommandResult>;
  /** Runs this document in a live call, in any room or queue, without a fetch. */
  runDocument(callSid: string, twiml: string): Promise<CommandResult>;
  mute(who: { roomSid: string; callSid: string; muted: boolean }): Promise<CommandResult>;
  redirect(callSid: string, url: string): Promise<CommandResult>;
  /** Returns the sid of the ringing leg. */
  dial(request: DialRequest): Promise<string>;
  /** The limit counts from the answer, like the first limit. */
  setTimeLimit(callSid: string, timeLimitS: number): Promise<CommandResult>;
  endCall(callSid: string): Promise<CommandResult>;
  endConference(roomSid: string): Promise<CommandResult>;
}

export interface CallLookup {
  findConference(name: string): Promise<string | null>;
  /** Returns the service's data of a call, live or ended; `null` when it does not know the call. */
  findCall(callSid: string): Promise<ServiceCall | null>;
  /** Returns true when a call ended because the service itself crashed. */
  isCallLost(callSid: string): Promise<boolean>;
  /** Lists the newest ended calls from or to a number, at most 1,000 of each. */
  listCallsWith(number: string): Promise<{ sid: string; from: string; to: string }[]>;
  /** Lists the ended calls to a number that began before this time, at most 1,000. */
  listOldCallsTo(number: string, before: Date): Promise<string[]>;
  /** Makes the service delete the record of an ended call. */
  forgetCall(callSid: string): Promise<CommandResult>;
  snapshot(queueSids: readonly string[]): Promise<TelephonySnapshot>;
}

export interface Provisioning {
  /**
   * Returns true when the service still has this queue; after a restart of the service it does not.
   * Throws `TelephonyUnreachableError` when the service does not answer.
   */
  hasQueue(queueSid: string): Promise<boolean>;
  readonly account: AccountResources;
}

export interface RelaySource {
  /** Returns the service's media relays, if any, for a browser; they are valid for this time. */
  iceServers(ttlS: number): Promise<IceServer[]>;
}

export interface MediaLookup {
  /**
   * Returns true when a packet of the call's sound has arrived, and always if the service does not
   * report this.
   */
  hasMedia(callSid: string): Promise<boolean>;
}

/** The telephony service's control of signed-out softphones. */
export interface SoftphoneControl {
  /**
   * Prevents new connections with this identity's current voice tokens. Twilio has no such command;
   * there a token ends at its expiry.
   */
  withdrawTokens(identity: string): Promise<void>;
}

export interface VerificationRequest {
  number: string;
  name: string;
  statusUrl: string;
  /** The number that the called party sees; with `null` the service chooses, as Twilio does. */
  from: string | null;
}

export interface CallerIdVerification {
  verifyCallerId(request: VerificationRequest): Promise<string>;
  removeCallerId(serviceSid: string): Promise<CommandResult>;
}

export interface ServiceRecording {
  /** Is true when the recording has ended, with or without a sound. */
  isOver: boolean;
  durationS: number | null;
}

export interface RecordedSound {
  status: number;
  headers: Record<string, string>;
  bytes: Readable;
}

/** Recordings of calls at the service: the sound of both directions of the caller's leg. */
export interface RecordingControl {
  /** Plays the document at `url` to this member only. The events of the room report its end. */
  announce(who: { roomSid: string; callSid: string; url: string }): Promise<CommandResult>;
  /** Returns the recording's sid; `null` when the call has ended. */
  start(callSid: string, statusUrl: string): Promise<string | null>;
  change(
    recording: { callSid: string; sid: string },
    status: "paused" | "in-progress" | "stopped",
  ): Promise<CommandResult>;
  find(sid: string): Promise<ServiceRecording | null>;
  remove(sid: string): Promise<CommandResult>;
  /** Resolves to `null` when the service no longer has the sound. */
  readSound(sid: string, range: string | null): Promise<RecordedSound | null>;
}

export interface Telephony
  extends
    CallCommands,
    CallLookup,
    Provisioning,
    RelaySource,
    SoftphoneControl,
    MediaLookup,
    CallerIdVerification {
  readonly recordings: RecordingControl;
  readonly policy: ServicePolicy;
}

/** Twilio's "internal error", with which a service reports a lost call. */
export const LOST_CALL_CODE = "20500";

export class TelephonyUnreachableError extends Error {
  override name = "TelephonyUnreachableError";
  readonly code = "telephony_unreachable";

  /** Is true when nothing listens at the service's address. A slow service does not refuse. */
  get isRefused(): boolean {
    const { cause } = this;
    return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
  }
}

/** The telephony service refused a command; `status` and `serviceCode` come from the service. */
export class TelephonyError extends Error {
  override name = "TelephonyError";
  readonly code = "telephony_failed";
  readonly status: number;
  readonly serviceCode: number | null;

  constructor(
    message: string,
    answer: { status: number; serviceCode: number | null },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.status = answer.status;
    this.serviceCode = answer.serviceCode;
  }
}

/** With this level, a notification is only a warning: the call continues after a restart. */
const WARNING_LEVEL = "1";

/** Returns true for a notification that the exchange has lost its call. */
export function isLossOfCall({ errorCode, log }: { errorCode: string; log: string }): boolean {
  return errorCode === LOST_CALL_CODE && log !== WARNING_LEVEL;
}
