import type { LegEnd } from "../calls/leg.ts";
import type { Clock } from "../core/clock.ts";
import type { MediaPort } from "../media/media-port.ts";
import type { DialogRegistry } from "./dialogs/dialog-registry.ts";
import type { SipAddress } from "./messages/sip-address.ts";
import { transportParameter } from "./messages/sip-host.ts";
import type { SipLimits } from "./sip-limits.ts";
import { type SipLogger } from "./transactions/sip-logger.ts";
import type { TransactionLayer } from "./transactions/transaction-layer.ts";
import type { SipResolver } from "./transports/resolver.ts";
import type { TrunkLines } from "./trunks/trunk-lines.ts";
import type { Trunk } from "./trunks/trunk.ts";

/** What every call of the endpoint works with. */
export interface CallContext {
  clock: Clock;
  logger: SipLogger;
  limits: SipLimits;
  lines: TrunkLines;
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

export function contactHeader(context: Pick<CallContext, "sentBy">, remote: SipAddress): string {
  return `<sip:linedesk@${context.sentBy(remote)}${transportParameter(remote.transport)}>`;
}
