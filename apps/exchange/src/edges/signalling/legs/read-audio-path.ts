/**
 * Which audio path a description speaks of. Every RTCPeerConnection has a certificate of its own,
 * and every ICE restart another name; null where the description holds none.
 */
export interface AudioPath {
  fingerprint: string | null;
  iceName: string | null;
}

export function readAudioPath(sdp: string): AudioPath {
  return {
    fingerprint: /^a=fingerprint:(\S+ \S+)\s*$/m.exec(sdp)?.[1]?.toLowerCase() ?? null,
    iceName: /^a=ice-ufrag:(\S+)\s*$/m.exec(sdp)?.[1] ?? null,
  };
}

/** Whether a description answers one of ours: an offer leaves the DTLS role open. */
export function isAnswer(sdp: string): boolean {
  return /^a=setup:(active|passive)\s*$/m.test(sdp);
}
