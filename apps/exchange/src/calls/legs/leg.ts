import type { LegId } from "@linedesk/media";
import type { StoredLeg } from "./stored-leg.ts";
import type { ReferResult, TransferRefusal, TransferRequest } from "./transfer-request.ts";

export const END_CAUSES = [
  "hangup",
  "cancelled",
  "busy",
  "no-answer",
  "declined",
  "not-found",
  "unreachable",
  "failed",
  "media-lost",
  "signalling-lost",
] as const;
export type EndCause = (typeof END_CAUSES)[number];

/** Why a leg ended, in SIP's terms; the control maps it to Twilio's call statuses. */
export interface LegEnd {
  cause: EndCause;
  /** 487, 486, 404 ... where one was seen. */
  sipCode?: number;
  /** A code of the voice catalogue for a browser leg, such as 31486. */
  voiceCode?: number;
  message?: string;
  /** What a Dial is told of it, in Twilio's codes: 13227 where the dialling rules forbid it. */
  twilioCode?: number;
}

export interface CallMessage {
  content: unknown;
  contentType: string;
  messageType: string;
  voiceEventSid: string;
}

export interface SipDialog {
  callId: string;
  /** Of the last final answer; null before one. */
  responseCode: number | null;
  /** The X headers of that answer, as `SipHeader_X-Name`. */
  headers: [name: string, value: string][];
}

export interface Leg {
  readonly id: LegId;
  readonly kind: "client" | "sip";
  readonly trunkSid?: string | null;
  /** Of a called party over SIP from when its INVITE is out; null, or none, of any other. */
  readonly sip?: SipDialog | null;
  ring(callSid: string): void;
  /**
   * Opens the media path of a calling party before the answer (183 with SDP, `ringing` with sdp),
   * so that it hears what we play. False, or no such method, where that cannot be.
   */
  openEarly?(callSid: string): Promise<boolean>;
  answer(callSid: string): Promise<void>;
  decline(end: LegEnd): void;
  hangUp(end?: LegEnd): void;
  /** Sends keys in signalling (SIP INFO); false, or no such method, leaves them to the media. */
  sendDtmf?(digits: string): boolean;
  /** Asks the far end to call somebody else (SIP REFER), and follows what it tells of that. */
  refer?(to: string, onProgress: (result: ReferResult) => void): Promise<ReferResult>;
  /** Only browser legs take messages; false when too many wait for a client who is away. */
  sendMessage?(message: CallMessage): boolean;
  readonly isBusy?: boolean;
  /** Of a called browser: resolves when its devices have read the invite, or the leg is over. */
  readonly invited?: Promise<void>;
  setSilent?(isSilent: boolean): void;
  toStored?(): StoredLeg | null;
}

export interface LegSink {
  onRinging(): void;
  onEarlyMedia?(hasEarlyMedia: boolean): void;
  onAnswered(): void;
  /**
   * A digit that came in signalling (SDK `dtmf`, SIP INFO); RFC 4733 digits come from the media.
   */
  onDigit(digit: string): void;
  onMessage(message: CallMessage): void;
  onTransfer?(transferRequest: TransferRequest): TransferRefusal | null;
  /** The disk is to have something else of it, though its state is the same. */
  onStoredChange?(): void;
  onEnded(end: LegEnd): void;
}

export interface IncomingCall {
  /** E.164 where it is a number, `client:identity`, or `sip:...`. */
  from: string;
  to: string;
  dialledBy?: string;
  callerName: string | null;
  /** The SDK's `params`, or what SIP's headers say beyond the parties; in order. */
  params: [name: string, value: string][];
  applicationSid: string | null;
  stirStatus: string | null;
  /** The leg whose place the caller takes in its talk (SIP Replaces). */
  replaces?: LegId | null;
  /** The number that the call was sent on from (SIP Diversion), where it was. */
  forwardedFrom?: string | null;
}

export interface CallIntake {
  /** Takes the leg on; the call's sid is known at once. The edge reports to the sink from then. */
  receive(leg: Leg, arrival: IncomingCall): { callSid: string; sink: LegSink };
  /** An edge was full and refused a caller: counted. */
  turnAway?(): void;
}

export interface DialRequest {
  callSid: string;
  from: string;
  to: string;
  callerName: string | null;
  /** The number whose call this passes on; carriers are told it. */
  forwardedFrom?: string | null;
  /** `<Parameter>` children and REST client parameters; reach the SDK as customParameters. */
  params: [name: string, value: string][];
  referredBy?: string | null;
  /** What STIR says of the caller whose call this passes on. */
  stirStatus?: string | null;
  byoc?: string | null;
  /** It is to verify the number, which need not be verified yet. */
  isVerification?: boolean;
  /** For the host of a `sip:` address that challenges the call; they go before a trunk's own. */
  credentials?: { username: string; password: string } | null;
}

export interface DialRefusal {
  twilioCode: number;
  message: string;
}

export interface Dialer {
  /** Reports to the sink; the leg exists at once, so that it can be declined while ringing. */
  dial(request: DialRequest, sink: LegSink): Leg;
  endOrphan?(leg: StoredLeg, trunkSid: string | null): void;
  knowsTrunk?(sid: string): boolean;
  hasTrunk?(): boolean;
  findUnreachableReason?(to: string, byoc: string | null): string | null;
  checkDial?(to: string, isCheck?: boolean): DialRefusal | null;
  checkReferral?(to: string, trunkSid: string | null): DialRefusal | null;
}
