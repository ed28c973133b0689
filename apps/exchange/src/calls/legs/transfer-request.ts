import type { LegId } from "@linedesk/media";

export interface TransferRequest {
  target: string;
  /** Further parameters of the request, which the application receives. */
  params: [name: string, value: string][];
  /**
   * The referrer in the form in which SIP names it to the third party; `null` when the referrer
   * gives no name.
   */
  referredBy: string | null;
  replaces: LegId | null;
  /**
   * Reports progress to the referrer in SIP codes. The first code of 200 or more ends the reports.
   */
  report: (sipCode: number) => void;
}

export interface TransferRefusal {
  sipCode: number;
  message: string;
}

/** Only a party in a bridge of two that a Dial made can transfer the other party. */
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
  /** The answer to the REFER; `null` without one. */
  sipCode: number | null;
  /** The last status of its new call that the far end reported; `null` without a report. */
  notifiedCode: number | null;
}

export const noReferResult: ReferResult = { sipCode: null, notifiedCode: null };
