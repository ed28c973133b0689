import type { MediaPort } from "@linedesk/media";
import type { DtmfSource } from "../dtmf/dtmf-deduplicator.ts";
import type { LiveCall } from "../live/live-call.ts";

/**
 * A key of one party, sent on to a telephone that it talks to. One that was found in the sound has
 * been heard there already, and a browser has no ear for keys.
 */
export function relayDtmf(
  key: { digit: string; way: DtmfSource },
  to: LiveCall,
  media: Pick<MediaPort, "sendDigits">,
): void {
  const { leg } = to;
  if (key.way === "inband" || leg?.kind !== "sip" || to.isOver) {
    return;
  }
  if (leg.sendDtmf?.(key.digit) !== true) {
    media.sendDigits(leg.id, key.digit);
  }
}
