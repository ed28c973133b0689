import { StoppedError } from "@linedesk/base";
import type { TransferRequest } from "../../calls/legs/transfer-request.ts";
import type { LiveCall } from "../../calls/live/live-call.ts";

export interface PendingTransfer {
  request: TransferRequest;
  referrer: LiveCall;
  referee: LiveCall;
  /**
   * Aborts when the referee leaves or is redirected, and when a REST request redirects the
   * referrer.
   */
  signal: AbortSignal;
}

interface TransferParty {
  call: LiveCall;
  signal: AbortSignal;
}

/**
 * The referrer gets exactly one final report. An interrupted transfer reports 487 at once, because
 * the Dial hangs up the referrer shortly afterwards.
 */
export function beginTransfer(
  transferRequest: TransferRequest,
  referrer: TransferParty,
  referee: TransferParty,
): PendingTransfer {
  const taken = new AbortController();
  const reported = new AbortController();
  const listening = { once: true, signal: reported.signal };
  function handleReferrer(): void {
    if (!referrer.call.isOver) {
      taken.abort(new StoppedError("redirected"));
    }
  }
  referrer.signal.addEventListener("abort", handleReferrer, listening);
  function report(sipCode: number): void {
    if (reported.signal.aborted) {
      return;
    }
    if (sipCode >= 200) {
      reported.abort();
    }
    transferRequest.report(sipCode);
  }
  const signal = AbortSignal.any([referee.signal, taken.signal]);
  signal.addEventListener("abort", () => report(487), listening);
  return {
    request: { ...transferRequest, report },
    referrer: referrer.call,
    referee: referee.call,
    signal,
  };
}
