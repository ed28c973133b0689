/**
 * The DTLS certificate of a description. Every RTCPeerConnection has its own, so two descriptions
 * with one fingerprint speak of the same audio path. Null when there is none.
 */
export function fingerprintOf(sdp: string): string | null {
  const match = /^a=fingerprint:(\S+ \S+)\s*$/m.exec(sdp);
  return match?.[1]?.toLowerCase() ?? null;
}
