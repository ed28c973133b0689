import type { LocalTransport } from "./local-transport.ts";
import type { RemoteDescription } from "./session-description.ts";

export interface PeerEvents {
  onConnected(): void;
  /** ICE or DTLS failed, or the other side closed the connection. Never called after `close`. */
  onLost(reason: string): void;
  /** Receives RTP and RTCP, mixed. The receiver owns the bytes. */
  onPacket(bytes: Uint8Array): void;
}

/** One ICE and DTLS association with a browser. */
export interface WebRtcPeer {
  offer(): Promise<LocalTransport>;
  answer(offer: RemoteDescription): Promise<LocalTransport>;
  accept(answer: RemoteDescription): void;
  send(packet: Buffer): void;
  close(): void;
}

export interface PeerOptions {
  /** With `null` the peer uses all interfaces. */
  bindAddress: string | null;
  portRange: { min: number; max: number } | null;
  advertise: readonly string[];
  ssrc: number;
  mid: string;
}
