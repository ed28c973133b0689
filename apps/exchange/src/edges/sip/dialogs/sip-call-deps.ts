import type { Clock } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import {
  type SipAddress,
  type SipLogger,
  type SipResolver,
  type TransactionLayer,
  transportParameter,
} from "@linedesk/sip";
import type { LegEnd } from "../../../calls/legs/leg.ts";
import type { SipLimits } from "../access/sip-limits.ts";
import type { TrunkRegistry } from "../trunks/trunk-registry.ts";
import type { Trunk } from "../trunks/trunk.ts";
import type { DialogRegistry } from "./dialog-registry.ts";

/** How requests are sent, and the dialogs that they belong to. */
export interface SipSignalling {
  transactions: TransactionLayer;
  sessions: DialogRegistry;
  /** Our `host:port` as that far end reaches it. */
  sentBy: (remote: SipAddress) => string;
}

/** Where calls go. */
export interface SipRouting {
  trunks: TrunkRegistry;
  resolver: SipResolver;
  /** Why a user part may not be dialled there; null when it may. */
  mayDial: (user: string, trunk: Trunk | null) => LegEnd | null;
}

/** What a leg of SIP needs of the media. */
export type SipMedia = Pick<MediaPort, "openRtp" | "connectRtp" | "limitUnheard" | "closeLeg">;

/** What every call of the endpoint works with. */
export interface SipCallDeps {
  clock: Clock;
  logger: SipLogger;
  limits: SipLimits;
  signalling: SipSignalling;
  routing: SipRouting;
  media: SipMedia;
  /** The address for our SDP toward that far end, given where the media listens. */
  mediaAddress: (remote: string, rtpAddress: string) => string;
}

/** What sends requests and looks after their answers. */
export type SipRequestDeps = Pick<SipCallDeps, "clock" | "logger" | "signalling" | "routing">;
/** What judges the requests of others. */
export type SipAdmissionDeps = Pick<SipCallDeps, "clock" | "limits" | "signalling" | "routing">;

export function contactHeader(
  { signalling }: Pick<SipCallDeps, "signalling">,
  remote: SipAddress,
): string {
  return `<sip:linedesk@${signalling.sentBy(remote)}${transportParameter(remote.transport)}>`;
}
