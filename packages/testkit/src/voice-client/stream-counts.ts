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

export async function countStreams(peer: RTCPeerConnection): Promise<StreamCounts> {
  const reports = [...((await peer.getStats()) as Map<string, Reported>).values()];
  const into = reports.find(({ type }) => type === "inbound-rtp");
  const out = reports.find(({ type }) => type === "outbound-rtp");
  function byId(id = ""): Reported | undefined {
    return reports.find((one) => one.id === id);
  }
  const transport = reports.find(({ type }) => type === "transport");
  const path = byId(transport?.selectedCandidatePairId);
  const candidates = peer.remoteDescription?.sdp.matchAll(/^a=candidate:(?:\S+ ){4}(\S+) /gm) ?? [];
  return {
    received: into?.packetsReceived ?? 0,
    lost: into?.packetsLost ?? 0,
    sent: out?.packetsSent ?? 0,
    ssrc: into?.ssrc ?? 0,
    codec: byId(out?.codecId)?.mimeType ?? "",
    bytesSent: out?.bytesSent ?? 0,
    localCandidate: byId(path?.localCandidateId)?.candidateType ?? "",
    signalling: peer.signalingState,
    path: peer.iceConnectionState,
    advertisedAddresses: [...new Set([...candidates].flatMap(([, address]) => address ?? []))],
  };
}
