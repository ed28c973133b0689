import type { MediaPort } from "@linedesk/media";
import type { KeyWay } from "../dtmf/heard-keys.ts";
import type { LiveCall } from "../live/live-call.ts";

/**
 * A key of one party, sent on to a telephone that it talks to. One that was found in the sound has
 * been heard there already, and a browser has no ear for keys.
 */
export function passKey(
  key: { digit: string; way: KeyWay },
  to: LiveCall,
  media: Pick<MediaPort, "sendDigits">,
): void {
  const { leg } = to;
  if (key.way === "sound" || leg?.kind !== "sip" || to.isOver) {
    return;
  }
  if (leg.keyDigits?.(key.digit) !== true) {
    media.sendDigits(leg.id, key.digit);
  }
}
