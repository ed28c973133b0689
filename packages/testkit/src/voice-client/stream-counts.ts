import type { StreamCounts } from "./control.ts";

interface Reported {
  type: string;
  ssrc?: number;
  packetsReceived?: number;
  packetsLost?: number;
  packetsSent?: number;
}

/** A peer connection as far as its statistics go. */
export interface CountedPeer {
  readonly remoteDescription: { sdp: string } | null;
  readonly signalingState: string;
  getStats(): Promise<Map<string, Reported>>;
}

export async function countStreams(peer: CountedPeer): Promise<StreamCounts> {
  const reports = [...(await peer.getStats()).values()];
  const into = reports.find(({ type }) => type === "inbound-rtp");
  const out = reports.find(({ type }) => type === "outbound-rtp");
  const candidates = peer.remoteDescription?.sdp.matchAll(/^a=candidate:(?:\S+ ){4}(\S+) /gm) ?? [];
  return {
    received: into?.packetsReceived ?? 0,
    lost: into?.packetsLost ?? 0,
    sent: out?.packetsSent ?? 0,
    ssrc: into?.ssrc ?? 0,
    signalling: peer.signalingState,
    toldAddresses: [...new Set([...candidates].flatMap(([, address]) => address ?? []))],
  };
}
