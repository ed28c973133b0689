type PeerConstructor = typeof RTCPeerConnection;

/** Makes a device's peer connections and remembers the newest, which no event of the SDK shows. */
export class PeerWatch {
  #newest: RTCPeerConnection | null = null;
  /** For the SDK's option of that name; undefined in a browser that has none. */
  readonly Peer: PeerConstructor | undefined;

  constructor(peer: PeerConstructor | undefined) {
    this.Peer = peer === undefined ? undefined : this.#watched(peer);
  }

  /** Whether the sound goes through a media relay on either side. */
  async usesRelay(): Promise<boolean> {
    const peer = this.#newest;
    if (peer === null || peer.signalingState === "closed") {
      return false;
    }
    return findRelay(await peer.getStats());
  }

  #watched(peer: PeerConstructor): PeerConstructor {
    const remember = (made: RTCPeerConnection): void => {
      this.#newest = made;
    };
    return class extends peer {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        remember(this);
      }
    };
  }
}

/** Of the pair of candidates that is in use. */
export function findRelay(report: RTCStatsReport): boolean {
  const all = [...(report as unknown as Map<string, Record<string, unknown>>).values()];
  const transport = all.find((one) => one["selectedCandidatePairId"] !== undefined);
  const pair = all.find((one) => one["id"] === transport?.["selectedCandidatePairId"]);
  const ends = [pair?.["localCandidateId"], pair?.["remoteCandidateId"]];
  return all.some((one) => ends.includes(one["id"]) && one["candidateType"] === "relay");
}
