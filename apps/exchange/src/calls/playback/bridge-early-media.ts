import type { MediaPort } from "@linedesk/media";
import type { LiveCall } from "../live/live-call.ts";

/**
 * Lets one who waits hear a far end that has not answered yet: its own ringing, its announcements.
 * One way: nobody is heard by a telephone that was not picked up. Answers how to end it.
 */
export function bridgeEarlyMedia(
  waiting: LiveCall,
  dialled: LiveCall,
  media: MediaPort,
): () => void {
  const room = `early-${dialled.sid}`;
  const legs = [waiting.leg, dialled.leg];
  const [listener, speaker] = legs;
  if (listener) {
    media.joinRoom(listener.id, room, { muted: true, hold: false });
  }
  if (speaker) {
    media.joinRoom(speaker.id, room, { muted: false, hold: false, deaf: true });
  }
  return () => {
    for (const leg of legs) {
      if (leg) {
        media.leaveRoom(leg.id);
      }
    }
  };
}
