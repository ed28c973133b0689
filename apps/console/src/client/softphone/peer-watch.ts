import { findLevels } from "./track-levels.ts";
import { InvalidStateError } from "./voice-errors.ts";

type PeerConstructor = typeof RTCPeerConnection;

/**
 * Reports a peer connection as disconnected while it delivers no sound although its ICE checks
 * succeed: the far end still sends to the browser's old address. The voice SDK reacts to the state
 * `disconnected` with an ICE restart.
 */
class SilentPath {
  readonly #peer: RTCPeerConnection;
  #isSilent = false;

  constructor(peer: RTCPeerConnection) {
    this.#peer = peer;
    Object.defineProperty(peer, "iceConnectionState", { get: () => this.#readState() });
    peer.addEventListener("connectionstatechange", () => {
      if (peer.connectionState === "connected") {
        this.set(false);
      }
    });
  }

  set(isSilent: boolean): void {
    if (isSilent === this.#isSilent) {
      return;
    }
    this.#isSilent = isSilent;
    this.#peer.dispatchEvent(new Event("iceconnectionstatechange"));
  }

  #readState(): unknown {
    const prototype = Object.getPrototypeOf(this.#peer) as object;
    const state: unknown = Reflect.get(prototype, "iceConnectionState", this.#peer);
    const isUp = state === "connected" || state === "completed";
    return this.#isSilent && isUp ? "disconnected" : state;
  }
}

export class PeerWatch {
  #newest: RTCPeerConnection | null = null;
  #path: SilentPath | null = null;
  /** The SDK's option `RTCPeerConnection`; undefined in a browser without peer connections. */
  readonly Peer: PeerConstructor | undefined;

  constructor(peer: PeerConstructor | undefined) {
    this.Peer = peer === undefined ? undefined : this.#watched(peer);
  }

  async usesRelay(): Promise<boolean> {
    const peer = this.#newest;
    if (peer === null || peer.signalingState === "closed") {
      return false;
    }
    return findRelay(await peer.getStats());
  }

  /** Rejects when there is no open connection. */
  async readLevels(): Promise<{ input: number; output: number }> {
    const peer = this.#newest;
    if (peer === null || peer.signalingState === "closed") {
      throw new InvalidStateError("There is no connection");
    }
    return findLevels(await peer.getStats());
  }

  setSilent(isSilent: boolean): void {
    this.#path?.set(isSilent);
  }

  #watched(peer: PeerConstructor): PeerConstructor {
    const remember = (made: RTCPeerConnection): void => {
      this.#newest = made;
      this.#path = new SilentPath(made);
    };
    return class extends peer {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        remember(this);
      }
    };
  }
}

export function findRelay(report: RTCStatsReport): boolean {
  const all = [...(report as unknown as Map<string, Record<string, unknown>>).values()];
  const transport = all.find((one) => one["selectedCandidatePairId"] !== undefined);
  const pair = all.find((one) => one["id"] === transport?.["selectedCandidatePairId"]);
  const ends = [pair?.["localCandidateId"], pair?.["remoteCandidateId"]];
  return all.some((one) => ends.includes(one["id"]) && one["candidateType"] === "relay");
}
