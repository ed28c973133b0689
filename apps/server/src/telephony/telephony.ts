import type { Readable } from "node:stream";

import type { IceServer } from "@linedesk/contract";

export type CommandResult = "done" | "gone";

export interface ServiceCall {
  sid: string;
  to: string;
  from: string;
  /** Twilio's word: `queued`, `ringing`, `in-progress` ... */
  status: string;
  direction: string;
  callerName: string | null;
  startedAt: Date | null;
  endedAt: Date | null;
}

export interface ServiceConference {
  sid: string;
  /** `call:{uuid}` for one of ours. */
  name: string;
  participants: { callSid: string; hold: boolean }[];
}

export interface TelephonySnapshot {
  calls: ServiceCall[];
  conferences: ServiceConference[];
  queued: string[];
}

export interface ApplicationRequest {
  /** Known from before, or given by the configuration. */
  sid: string | null;
  name: string;
  voiceUrl: string;
  statusUrl: string;
}

export interface NumberRequest {
  number: string;
  name: string;
  voiceUrl: string;
  statusUrl: string;
  /** Whether somebody vouches for it: else our calls to it leave the house. */
  isOwn: boolean;
}

export interface DialRequest {
  roomSid: string;
  from: string;
  to: string;
  label: string;
  ringTimeoutS: number;
  /** From the answer on. */
  timeLimitS: number;
  /** Nothing of the far end is heard in the room: no ringing, and no word after the answer. */
  isSilent: boolean;
  /** The programme that is looked for behind the voice of who answers. */
  programmeUrl: string | null;
  statusUrl: string;
}

/** What a call at the telephony service can do at our command. */
export interface CallCommands {
  /** Moves a waiting call out of its queue to the document at `url`. */
  dequeue(member: { queueSid: string; callSid: string; url: string }): Promise<CommandResult>;
  /** `unmute`: who was dialled silently can be heard when let back. */
  hold(who: {
    roomSid: string;
    callSid: string;
    holdUrl: string;
    unmute: boolean;
  }): Promise<CommandResult>;
  unhold(who: { roomSid: string; callSid: string }): Promise<CommandResult>;
  /** Lets a live call run this document, wherever it is: nothing has to be fetched for it. */
  runDocument(callSid: string, twiml: string): Promise<CommandResult>;
  mute(who: { roomSid: string; callSid: string; muted: boolean }): Promise<CommandResult>;
  redirect(callSid: string, url: string): Promise<CommandResult>;
  /** Answers the leg that rings. */
  dial(request: DialRequest): Promise<string>;
  /** Counted from the answer, as the first one was. */
  setTimeLimit(callSid: string, timeLimitS: number): Promise<CommandResult>;
  endCall(callSid: string): Promise<CommandResult>;
  endConference(roomSid: string): Promise<CommandResult>;
}

export interface CallLookup {
  findConference(name: string): Promise<string | null>;
  /** What the service says of one call, live or over; null when it does not know it. */
  findCall(callSid: string): Promise<ServiceCall | null>;
  /** Whether a call that is over ended because the service itself broke. */
  isCallLost(callSid: string): Promise<boolean>;
  /** Has the service forget a call that is over. */
  forgetCall(callSid: string): Promise<CommandResult>;
  snapshot(queueSids: readonly string[]): Promise<TelephonySnapshot>;
}

export interface Provisioning {
  /**
   * Whether it still has this queue of ours: one that was started anew has not. Throws
   * `TelephonyUnreachableError` when it does not answer.
   */
  hasQueue(queueSid: string): Promise<boolean>;
  ensureApplication(request: ApplicationRequest): Promise<string>;
  /** False when the number is not ours at the service and is not made there. */
  ensureNumber(request: NumberRequest): Promise<boolean>;
  /** Of the numbers with such a voice URL all but these are dialled as anybody's. */
  releaseNumbers(voiceUrl: string, except: ReadonlySet<string>): Promise<void>;
  ensureQueue(name: string): Promise<string>;
}

export interface RelaySource {
  /** Media relays for a browser, good for so long; none where the service has none. */
  iceServers(ttlS: number): Promise<IceServer[]>;
}

export interface MediaLookup {
  /** Whether a packet of its sound has come; always true where the service does not say. */
  hasMedia(callSid: string): Promise<boolean>;
}

/** What the telephony service does about softphones that are signed out. */
export interface SoftphoneControl {
  /**
   * Nothing new begins with a voice token that this identity has by now. Twilio has no such
   * command: there a token ends by its time.
   */
  withdrawTokens(identity: string): Promise<void>;
}

export interface VerificationRequest {
  number: string;
  name: string;
  statusUrl: string;
  /** What is shown at the number; null: what the service chooses, as Twilio does. */
  from: string | null;
}

export interface CallerIdVerification {
  verifyCallerId(request: VerificationRequest): Promise<string>;
  removeCallerId(serviceSid: string): Promise<CommandResult>;
}

/** One recording as the service knows it. */
export interface ServiceRecording {
  /** Over, with or without a sound. */
  isOver: boolean;
  durationS: number | null;
}

export interface RecordedSound {
  status: number;
  headers: Record<string, string>;
  bytes: Readable;
}

/** Recordings of calls at the service; all that is said and heard on the caller's line. */
export interface RecordingControl {
  /** Plays the document at `url` to this one of the room alone; the room's events tell its end. */
  announce(who: { roomSid: string; callSid: string; url: string }): Promise<CommandResult>;
  /** Answers its sid; null when the call is gone. */
  start(callSid: string, statusUrl: string): Promise<string | null>;
  change(
    recording: { callSid: string; sid: string },
    status: "paused" | "in-progress" | "stopped",
  ): Promise<CommandResult>;
  find(sid: string): Promise<ServiceRecording | null>;
  remove(sid: string): Promise<CommandResult>;
  /** Null when the service has it no more. */
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
}

/** Twilio's "internal error", with which a service tells of a call that it lost. */
export const LOST_CALL_CODE = "20500";

export class TelephonyUnreachableError extends Error {
  override name = "TelephonyUnreachableError";
  readonly code = "telephony_unreachable";
}

/** The telephony service refused a command; `status` and `serviceCode` are its own. */
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
