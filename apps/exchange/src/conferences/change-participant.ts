import type { Conference } from "./conference.ts";
import type { ParticipantUpdate } from "./conference-book.ts";
import type { Participant } from "./participant.ts";

/** What REST asks of one participant, in the order in which it is done. */
export function changeParticipant(
  conference: Conference,
  participant: Participant,
  change: ParticipantUpdate,
): void {
  const { muted, hold, holdUrl, holdMethod: method = "GET", announceUrl } = change;
  // [XR19] The API answers 200 and changes nothing: whoever is on hold keeps his flag.
  if (change.endOnExit !== undefined && !participant.hold) participant.endOnExit = change.endOnExit;
  if (change.beepOnExit !== undefined) participant.beepOnExit = change.beepOnExit;
  if (change.waitUrl !== undefined) participant.waitUrl = change.waitUrl;
  if (change.waitMethod !== undefined) participant.waitMethod = change.waitMethod;
  if (change.callSidToCoach !== undefined) participant.callSidToCoach = change.callSidToCoach;
  if (change.coaching === false) participant.callSidToCoach = null;
  const names = ["endOnExit", "beepOnExit", "waitUrl", "callSidToCoach", "coaching"] as const;
  if (names.some((name) => change[name] !== undefined)) conference.modify(participant);
  if (muted !== undefined) conference.setMuted(participant, muted);
  const sound = holdUrl ? { url: holdUrl, method } : null;
  if (hold !== undefined || sound) {
    conference.setHold(participant, hold ?? participant.hold, sound);
  }
  if (!announceUrl) return;
  const announcement = { url: announceUrl, method: change.announceMethod ?? "POST" };
  void participant
    .announce(announcement)
    .catch((error: unknown) => {
      participant.call.note("error", "announcement", { message: String(error) });
      return false;
    })
    .then((isHeard) => conference.announced(isHeard, participant));
}
