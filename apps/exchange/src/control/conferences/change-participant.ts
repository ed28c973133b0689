import type { ParticipantUpdate } from "../../calls/conferences/conference-api.ts";
import type { Conference } from "../../calls/conferences/conference.ts";
import type { Participant } from "../../calls/conferences/participant.ts";

export function changeParticipant(
  conference: Conference,
  participant: Participant,
  change: ParticipantUpdate,
): void {
  const { muted, hold, holdUrl, holdMethod: method = "GET", announceUrl } = change;
  if (muted !== undefined) {
    conference.setMuted(participant, muted);
  }
  const sound = holdUrl ? { url: holdUrl, method } : null;
  if (hold !== undefined || sound) {
    conference.setHold(participant, hold ?? participant.hold, sound);
  }
  if (!announceUrl) {
    return;
  }
  const announcement = { url: announceUrl, method: change.announceMethod ?? "POST" };
  void participant
    .announce(announcement)
    .catch(() => "the announcement could not be played")
    .then((failure) => conference.handleAnnouncement(announceUrl, participant, failure));
}
