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

/** What every call of the endpoint works with. */
export interface SipCallDeps {
  clock: Clock;
  logger: SipLogger;
  limits: SipLimits;
  trunks: TrunkRegistry;
  resolver: SipResolver;
  /** Why a user part may not be dialled there; null when it may. */
  mayDial: (user: string, trunk: Trunk | null) => LegEnd | null;
  media: Pick<MediaPort, "openRtp" | "connectRtp" | "closeLeg">;
  transactions: TransactionLayer;
  sessions: DialogRegistry;
  /** Our `host:port` as that far end reaches it. */
  sentBy: (remote: SipAddress) => string;
  /** The address for our SDP toward that far end, given where the media listens. */
  mediaAddress: (remote: string, rtpAddress: string) => string;
}

export function contactHeader(context: Pick<SipCallDeps, "sentBy">, remote: SipAddress): string {
  return `<sip:linedesk@${context.sentBy(remote)}${transportParameter(remote.transport)}>`;
}
