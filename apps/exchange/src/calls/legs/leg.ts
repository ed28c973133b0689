import type { RtpEndpoint } from "@linedesk/audio";
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

/**
 * The reason why a leg ended, in SIP's terms; `toEndedStatus` maps it to Twilio's call statuses.
 */
export interface LegEnd {
  cause: EndCause;
  /** The SIP status that the far end sent or that the exchange sends, such as 487, 486 or 404. */
  sipCode?: number;
  /** A code of the voice catalogue for a browser leg, such as 31486. */
  voiceCode?: number;
  message?: string;
  /** The Twilio code that a Dial reports, such as 13227 when the dialling rules forbid the call. */
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
  /** The status of the last final response; `null` until there is one. */
  responseCode: number | null;
  /** The X headers of that response, as `SipHeader_X-Name`. */
  headers: [name: string, value: string][];
}

export interface Leg {
  readonly id: LegId;
  readonly kind: "client" | "sip";
  readonly trunkSid?: string | null;
  /** The dialog of a called SIP party after its INVITE is sent; otherwise `null` or absent. */
  readonly sip?: SipDialog | null;
  ring(callSid: string): void;
  /**
   * Opens the media path of a calling party before the answer (183 with SDP, `ringing` with sdp),
   * so that early media reaches it. Resolves with false, or is absent, when that is impossible.
   */
  openEarly?(callSid: string): Promise<boolean>;
  answer(callSid: string): Promise<void>;
  decline(end: LegEnd): void;
  hangUp(end?: LegEnd): void;
  /** Sends DTMF digits by SIP INFO; returns false, or is absent, when the media must send them. */
  sendDtmf?(digits: string): boolean;
  /**
   * Requests that the far end calls another party (SIP REFER), and follows its progress reports.
   */
  refer?(to: string, onProgress: (result: ReferResult) => void): Promise<ReferResult>;
  /**
   * Only browser legs accept messages. Returns false when too many messages wait for a disconnected
   * client.
   */
  sendMessage?(message: CallMessage): boolean;
  readonly isBusy?: boolean;
  /**
   * Resolves when the devices of a called browser have read the invite, or when the leg has ended.
   */
  readonly invited?: Promise<void>;
  setSilent?(isSilent: boolean): void;
  /** Called with the address from which the packets of the far end come. */
  handleSource?(source: RtpEndpoint): void;
  toStored?(): StoredLeg | null;
  /** Closes the leg without a message to the far end. Only a resumed leg can do this. */
  leave?(): void;
}

export interface LegSink {
  onRinging(): void;
  onEarlyMedia?(hasEarlyMedia: boolean): void;
  onAnswered(): void;
  /**
   * A digit arrived in signalling (SDK `dtmf`, SIP INFO). RFC 4733 digits come from the media side.
   */
  onDigit(digit: string): void;
  onMessage(message: CallMessage): void;
  onTransfer?(transferRequest: TransferRequest): TransferRefusal | null;
  /** The stored form of the leg has changed, though its state is the same. */
  onStoredChange?(): void;
  onEnded(end: LegEnd): void;
}

export interface IncomingCall {
  /** E.164 for a number, otherwise `client:identity` or `sip:...`. */
  from: string;
  to: string;
  dialledBy?: string;
  callerName: string | null;
  /** The `params` of the SDK, or the SIP headers other than those of the parties, in order. */
  params: [name: string, value: string][];
  applicationSid: string | null;
  stirStatus: string | null;
  /** The leg that the caller replaces in its bridge (SIP Replaces). */
  replaces?: LegId | null;
  /** The number that forwarded the call (SIP Diversion), if any. */
  forwardedFrom?: string | null;
}

export interface CallIntake {
  /**
   * Accepts the leg and returns the call's sid at once. Afterwards the edge reports to the sink.
   */
  receive(leg: Leg, arrival: IncomingCall): { callSid: string; sink: LegSink };
  /** Counts a caller whom an edge rejected because it had no capacity. */
  countRejected?(): void;
}

export interface DialRequest {
  callSid: string;
  from: string;
  to: string;
  callerName: string | null;
  /** The number that forwards this call; carriers receive it. */
  forwardedFrom?: string | null;
  /** `<Parameter>` children and REST client parameters; the SDK gets them as customParameters. */
  params: [name: string, value: string][];
  referredBy?: string | null;
  /** The STIR verdict on the caller of the forwarded call. */
  stirStatus?: string | null;
  byoc?: string | null;
  /** Is true for the call that verifies a number, so that this number need not be verified yet. */
  isVerification?: boolean;
  /**
   * Credentials for a `sip:` host that challenges the call; they take precedence over those of a
   * trunk.
   */
  credentials?: { username: string; password: string } | null;
}

export interface DialRefusal {
  twilioCode: number;
  message: string;
}

/** The call of a leg that continues after a restart of the exchange. */
export interface ResumeRequest {
  callSid: string;
  trunkSid: string | null;
  isInbound: boolean;
  sink: LegSink;
}

export interface Dialer {
  /** The leg reports to the sink. It exists at once, so that it can be declined while it rings. */
  dial(request: DialRequest, sink: LegSink): Leg;
  endOrphan?(leg: StoredLeg, trunkSid: string | null): void;
  /** Continues a leg from before a restart. Resolves to `null` if it cannot continue. */
  resume?(leg: StoredLeg, request: ResumeRequest): Promise<Leg | null>;
  knowsTrunk?(sid: string): boolean;
  hasTrunk?(): boolean;
  findUnreachableReason?(to: string, byoc: string | null): string | null;
  checkDial?(to: string, isCheck?: boolean): DialRefusal | null;
  checkReferral?(to: string, trunkSid: string | null): DialRefusal | null;
}
