import type { MediaPort } from "@linedesk/media";
import type { DtmfSource } from "../dtmf/dtmf-deduplicator.ts";
import type { LiveCall } from "../live/live-call.ts";

/**
 * Forwards a DTMF digit of one party to a telephone on the other side. An in-band digit is already
 * audible there, and a browser does not process digits.
 */
export function relayDtmf(
  press: { digit: string; way: DtmfSource },
  to: LiveCall,
  media: Pick<MediaPort, "sendDigits">,
): void {
  const { leg } = to;
  if (press.way === "inband" || leg?.kind !== "sip" || to.isOver) {
    return;
  }
  if (leg.sendDtmf?.(press.digit) !== true) {
    media.sendDigits(leg.id, press.digit);
  }
}
