import type { Logger } from "pino";
import type { MediaPort } from "../media/media-port.ts";
import type { Clock } from "../core/clock.ts";
import type { Dialog } from "./dialogs/dialog.ts";
import type { DialogSession } from "./dialogs/dialog-session.ts";
import type { LegEnd } from "../calls/leg.ts";
import { transportParameter } from "./dialling/outbound-routes.ts";
import type { SipResolver } from "./transports/resolver.ts";
import type { SipAddress } from "./messages/sip-address.ts";
import type { Trunk } from "./trunks/trunk.ts";
import type { TrunkLines } from "./trunks/trunk-lines.ts";
import type { SipLimits } from "./sip-limits.ts";
import type { TransactionLayer } from "./transactions/transaction-layer.ts";

export type SipLogger = Pick<Logger, "debug" | "info" | "warn" | "error">;

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

/** The living dialogs, found by Call-ID and both tags. */
export class DialogRegistry {
  readonly #sessions = new Map<string, DialogSession>();

  get size(): number {
    return this.#sessions.size;
  }

  add(session: DialogSession): void {
    this.#sessions.set(keyOf(session.dialog), session);
  }

  delete(session: DialogSession): void {
    this.#sessions.delete(keyOf(session.dialog));
  }

  find(callId: string, localTag: string, remoteTag: string): DialogSession | null {
    return this.#sessions.get(keyOf({ callId, localTag, remoteTag })) ?? null;
  }
}

/** An INVITE of ours that forks makes several dialogs of one Call-ID and one tag of ours. */
function keyOf(dialog: Pick<Dialog, "callId" | "localTag" | "remoteTag">): string {
  return `${dialog.callId} ${dialog.localTag} ${dialog.remoteTag}`;
}
