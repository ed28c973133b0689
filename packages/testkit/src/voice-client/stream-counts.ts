import type { StreamCounts } from "./control.ts";

interface Reported {
  id: string;
  type: string;
  mimeType?: string;
  codecId?: string;
  selectedCandidatePairId?: string;
  localCandidateId?: string;
  candidateType?: string;
  bytesSent?: number;
  ssrc?: number;
  packetsReceived?: number;
  packetsLost?: number;
  packetsSent?: number;
}

/** Returns zeros and initial states until the call has a peer connection. */
export async function countStreams(peer: RTCPeerConnection | undefined): Promise<StreamCounts> {
  const stats = (await peer?.getStats()) as Map<string, Reported> | undefined;
  const reports = [...(stats?.values() ?? [])];
  const into = reports.find(({ type }) => type === "inbound-rtp");
  const out = reports.find(({ type }) => type === "outbound-rtp");
  function byId(id = ""): Reported | undefined {
    return reports.find((one) => one.id === id);
  }
  const transport = reports.find(({ type }) => type === "transport");
  const path = byId(transport?.selectedCandidatePairId);
  const candidates =
    peer?.remoteDescription?.sdp.matchAll(/^a=candidate:(?:\S+ ){4}(\S+) /gm) ?? [];
  return {
    received: into?.packetsReceived ?? 0,
    lost: into?.packetsLost ?? 0,
    sent: out?.packetsSent ?? 0,
    ssrc: into?.ssrc ?? 0,
    codec: byId(out?.codecId)?.mimeType ?? "",
    bytesSent: out?.bytesSent ?? 0,
    localCandidate: byId(path?.localCandidateId)?.candidateType ?? "",
    signalling: peer?.signalingState ?? "stable",
    path: peer?.iceConnectionState ?? "new",
    advertisedAddresses: [...new Set([...candidates].flatMap(([, address]) => address ?? []))],
  };
}
