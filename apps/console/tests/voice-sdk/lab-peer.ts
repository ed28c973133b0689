/** What a test wants a peer connection to measure; times in ms. */
export interface Measures {
  jitter: number;
  rtt: number;
  lossPercent: number;
}

const RealPeer = globalThis.RTCPeerConnection;

/** A real peer connection whose state and statistics a test can say. */
export class LabPeer extends RealPeer {
  static newest: LabPeer | null = null;
  measures: Measures | null = null;
  #state: RTCIceConnectionState | null = null;
  #seconds = 0;

  constructor(configuration?: RTCConfiguration) {
    super(configuration);
    LabPeer.newest = this;
  }

  override get iceConnectionState(): RTCIceConnectionState {
    return this.#state ?? super.iceConnectionState;
  }

  setIceState(state: RTCIceConnectionState): void {
    this.#state = state;
    this.oniceconnectionstatechange?.(new Event("iceconnectionstatechange"));
  }

  override getStats(): Promise<RTCStatsReport> {
    return this.measures === null ? super.getStats() : Promise.resolve(this.#second(this.measures));
  }

  /** Each time one second of fifty packets more. */
  #second({ jitter, rtt, lossPercent }: Measures): RTCStatsReport {
    this.#seconds += 1;
    const [sent, lost] = [50 * this.#seconds, (this.#seconds * 50 * lossPercent) / 100];
    const [bytesSent, timestamp] = [160 * sent, this.#seconds * 1_000];
    const packets = { packetsSent: sent, bytesSent };
    const received = { packetsReceived: sent - lost, packetsLost: lost, bytesReceived: bytesSent };
    const inbound = {
      id: "in",
      type: "inbound-rtp",
      jitter: jitter / 1_000,
      timestamp,
      ...received,
    };
    const outbound = { id: "out", type: "outbound-rtp", remoteId: "far", timestamp, ...packets };
    const remote = { id: "far", type: "remote-inbound-rtp", roundTripTime: rtt / 1_000, timestamp };
    const entries = [inbound, outbound, remote].map((one) => [one.id, one] as const);
    return new Map<string, object>(entries) as unknown as RTCStatsReport;
  }
}
