import { StoppedError } from "@linedesk/base";
import type { TransferRequest } from "../../calls/legs/transfer-request.ts";
import type { LiveCall } from "../../calls/live/live-call.ts";

export interface PendingTransfer {
  request: TransferRequest;
  referrer: LiveCall;
  referee: LiveCall;
  /** Aborted when the referee is gone or taken elsewhere, and when REST takes the referrer. */
  signal: AbortSignal;
}

interface TransferParty {
  call: LiveCall;
  signal: AbortSignal;
}

/**
 * The referrer is told one last word. A transfer that is cut short is 487 at once, because a moment
 * later the Dial hangs them up.
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
