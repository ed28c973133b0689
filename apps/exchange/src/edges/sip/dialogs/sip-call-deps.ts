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

export interface SipSignalling {
  transactions: TransactionLayer;
  sessions: DialogRegistry;
  sentBy: (remote: SipAddress) => string;
}

export interface SipRouting {
  trunks: TrunkRegistry;
  resolver: SipResolver;
  mayDial: (user: string, trunk: Trunk | null) => LegEnd | null;
}

export type SipMedia = Pick<MediaPort, "openRtp" | "connectRtp" | "limitUnheard" | "closeLeg">;

export interface SipCallDeps {
  clock: Clock;
  logger: SipLogger;
  limits: SipLimits;
  signalling: SipSignalling;
  routing: SipRouting;
  media: SipMedia;
  mediaAddress: (remote: string, rtpAddress: string) => string;
}

export type SipRequestDeps = Pick<SipCallDeps, "clock" | "logger" | "signalling" | "routing">;
export type SipAdmissionDeps = Pick<SipCallDeps, "clock" | "limits" | "signalling" | "routing">;

export function contactHeader(
  { signalling }: Pick<SipCallDeps, "signalling">,
  remote: SipAddress,
): string {
  return `<sip:linedesk@${signalling.sentBy(remote)}${transportParameter(remote.transport)}>`;
}
