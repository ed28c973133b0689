import type { HoldSound, ConferenceSnapshot } from "./conference-snapshot.ts";

export type ParticipantAudio =
  | { type: "room" }
  | { type: "silence" }
  | { type: "ringback" }
  /** Early media of a dialled far end; participants who wait do not hear each other. */
  | { type: "early" }
  /** A `sound` of `null` is the built-in music. */
  | { type: "music"; sound: HoldSound | null; repeat: boolean };

interface ParticipantAudioState {
  hold: boolean;
  holdSound: HoldSound | null;
  lostPeer: string | null;
  waitUrl: string | null;
  waitMethod: HoldSound["method"];
}

/**
 * Selects the sound in this order of precedence: the participant's own hold, a silent peer, other
 * participants, a ringing party, the wait. Only a participant who waits for the start can hear
 * silence, if waitUrl is empty. A participant whose peer is silent or has left hears the last hold
 * music of the conference, and without one the wait music.
 */
export function selectParticipantAudio(
  hearer: ParticipantAudioState,
  room: ConferenceSnapshot,
): ParticipantAudio {
  const { waitUrl, waitMethod: method } = hearer;
  const left = room.holdSound ?? (waitUrl ? { url: waitUrl, method } : null);
  if (hearer.hold) {
    return music(hearer.holdSound ?? room.holdSound);
  }
  if (hearer.lostPeer !== null) {
    return music(left);
  }
  const isAlone = room.memberCount < 2;
  if (room.isStarted && !isAlone) {
    return { type: "room" };
  }
  if (room.isEarlyMediaAudible) {
    return { type: "early" };
  }
  if (room.isRinging) {
    return { type: "ringback" };
  }
  if (room.isStarted) {
    return music(left);
  }
  if (waitUrl === "") {
    return { type: "silence" };
  }
  if (waitUrl === null) {
    return music(null);
  }
  return { type: "music", sound: { url: waitUrl, method }, repeat: false };
}

export function isPlayback(
  ambience: ParticipantAudio,
): ambience is Extract<ParticipantAudio, { type: "ringback" | "music" }> {
  return ambience.type === "ringback" || ambience.type === "music";
}

export function isSameAudio(one: ParticipantAudio, other: ParticipantAudio): boolean {
  if (one.type !== "music" || other.type !== "music") {
    return one.type === other.type;
  }
  return one.repeat === other.repeat && one.sound?.url === other.sound?.url;
}

function music(sound: HoldSound | null): ParticipantAudio {
  return { type: "music", sound, repeat: true };
}
