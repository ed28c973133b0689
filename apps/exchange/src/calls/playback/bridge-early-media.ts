import type { MediaPort } from "@linedesk/media";
import type { LiveCall } from "../live/live-call.ts";

/**
 * Plays the early media of a far end, such as its ringing or announcements, to a waiting party.
 * Nothing goes the other way, because an unanswered telephone receives no sound. Returns a function
 * that ends the playback.
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
