import type { LegId } from "@linedesk/media";

export interface TransferRequest {
  target: string;
  /** What it says beside, as the application is told it. */
  params: [name: string, value: string][];
  /** Who wants it, for SIP to tell whom the referee is connected to; null where they do not say. */
  referredBy: string | null;
  replaces: LegId | null;
  /** Tells the referrer how it goes, in SIP's codes; the first from 200 on is the last. */
  report: (sipCode: number) => void;
}

export interface TransferRefusal {
  sipCode: number;
  message: string;
}

/** Only who talks to one other, in a Dial, can pass them on. */
export const notTransferable: TransferRefusal = {
  sipCode: 603,
  message: "only a party of a Dial can be transferred",
};

interface TransferHandler {
  onTransfer?(transferRequest: TransferRequest): TransferRefusal | null;
}

export function forwardTransferRequest(
  sink: TransferHandler | null,
  transferRequest: TransferRequest,
): TransferRefusal | null {
  return sink?.onTransfer === undefined ? notTransferable : sink.onTransfer(transferRequest);
}

export interface ReferResult {
  /** Its answer to the REFER; null when it gave none. */
  sipCode: number | null;
  /** The last that it told of its new call; null when it told nothing. */
  notifiedCode: number | null;
}

export const noReferResult: ReferResult = { sipCode: null, notifiedCode: null };
