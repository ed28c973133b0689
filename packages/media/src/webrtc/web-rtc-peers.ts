import type * as NodeDataChannel from "node-datachannel";

import { MediaError } from "../media-error.ts";
import { readLocalTransport, type LocalTransport } from "./local-transport.ts";
import { PreparedOffer } from "./prepared-offer.ts";
import { ReservedPort } from "./reserved-port.ts";
import { renderSessionDescription, type RemoteDescription } from "./session-description.ts";
import type { PeerEvents, PeerOptions, WebRtcPeer } from "./web-rtc-peer.ts";

/** Host candidates are gathered within milliseconds; later ones are omitted. */
const GATHER_TIMEOUT_MS = 2000;

type Library = typeof NodeDataChannel;

/**
 * This is the only file that imports node-datachannel. The library can serve only one thread in the
 * whole life of a process, and crashes the process if a second thread uses it. The first thread
 * therefore claims the library permanently, and other threads get an error. The library's DTLS
 * checks the certificate against the fingerprint in the SDP.
 */
export class WebRtcPeers {
  readonly #library: Library | null;

  private constructor(library: Library | null) {
    this.#library = library;
  }

  /** `claim` is four bytes that all threads of the process share. */
  static async load(claim: SharedArrayBuffer): Promise<WebRtcPeers> {
    const isOurs = Atomics.compareExchange(new Int32Array(claim), 0, 0, 1) === 0;
    return new WebRtcPeers(isOurs ? await import("node-datachannel") : null);
  }

  open(options: PeerOptions, events: PeerEvents): WebRtcPeer {
    if (this.#library === null) {
      throw new MediaError(
        "media_broken",
        "Only the first media thread of a process can serve browsers",
      );
    }
    return new DataChannelPeer(this.#library, options, events);
  }

  /**
   * Frees the library. Call this once, after every peer is closed and before the thread ends,
   * because the process aborts otherwise.
   */
  cleanUp(): void {
    this.#library?.cleanup();
  }
}

interface Wire {
  connection: NodeDataChannel.PeerConnection;
  track: NodeDataChannel.Track;
}

class DataChannelPeer implements WebRtcPeer {
  readonly #library: Library;
  readonly #options: PeerOptions;
  readonly #events: PeerEvents;
  #wire: Wire | null = null;
  #offered: PreparedOffer | null = null;
  #isClosed = false;

  constructor(library: Library, options: PeerOptions, events: PeerEvents) {
    this.#library = library;
    this.#options = options;
    this.#events = events;
  }

  async offer(): Promise<LocalTransport> {
    const port = await ReservedPort.reserve(this.#options);
    if (this.#isClosed) {
      port.free();
      throw closedMeanwhile();
    }
    this.#offered = new PreparedOffer(port, this.#options);
    return this.#offered.local;
  }

  accept(answer: RemoteDescription): void {
    const offered = this.#offered;
    if (offered === null || this.#isClosed) {
      throw closedMeanwhile();
    }
    const { port, certificate, local } = offered;
    this.#offered = null;
    try {
      const connection = this.#open({
        portRangeBegin: port.port,
        portRangeEnd: port.port,
        certificatePemFile: certificate.certificatePem,
        keyPemFile: certificate.keyPem,
      });
      this.#setRemote(connection, answer);
      port.free();
      connection.setLocalDescription("answer", { iceUfrag: local.ufrag, icePwd: local.pwd });
    } finally {
      port.free();
    }
  }

  async answer(offer: RemoteDescription): Promise<LocalTransport> {
    const { portRange, advertise } = this.#options;
    const connection = this.#open(
      portRange === null ? {} : { portRangeBegin: portRange.min, portRangeEnd: portRange.max },
    );
    this.#setRemote(connection, offer);
    const gathered = this.#gathered(connection);
    connection.setLocalDescription("answer");
    await gathered;
    const sdp = this.#isClosed ? undefined : connection.localDescription()?.sdp;
    if (sdp === undefined) {
      throw closedMeanwhile();
    }
    return readLocalTransport(sdp, advertise);
  }

  #open(more: Partial<NodeDataChannel.RtcConfig>): NodeDataChannel.PeerConnection {
    const { bindAddress, mid, ssrc } = this.#options;
    const connection = new this.#library.PeerConnection("leg", {
      iceServers: [],
      disableAutoNegotiation: true,
      ...(bindAddress === null ? {} : { bindAddress }),
      ...more,
    });
    connection.onStateChange((state) => this.#handleState(state));
    const audio = new this.#library.Audio(mid, "SendRecv");
    audio.addAudioCodec(0, "PCMU");
    audio.addSSRC(ssrc, "linedesk", "linedesk", "audio");
    const track = connection.addTrack(audio);
    track.onMessage((bytes) => {
      if (!this.#isClosed) {
        this.#events.onPacket(bytes);
      }
    });
    this.#wire = { connection, track };
    return connection;
  }

  send(packet: Buffer): void {
    const track = this.#wire?.track;
    if (this.#isClosed || track === undefined || !track.isOpen()) {
      return;
    }
    try {
      track.sendMessageBinary(packet);
    } catch (error) {
      // At the normal end of a call the far end may close the track, on the library's own thread,
      // after the check that it is open. The packet then counts as lost in the network.
      if (track.isOpen()) {
        throw error;
      }
    }
  }

  close(): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    this.#offered?.port.free();
    this.#wire?.connection.close();
  }

  #setRemote(connection: NodeDataChannel.PeerConnection, remote: RemoteDescription): void {
    // The library carries any payload, so it gets only PCMU. `BrowserTransport` negotiates the real
    // payload types.
    const formats = [{ codec: "PCMU", payloadType: 0, telephoneEvent: null } as const];
    const sdp = renderSessionDescription({ ...remote, version: 1, ssrc: null, formats });
    try {
      connection.setRemoteDescription(sdp, "offer");
    } catch (cause) {
      throw new MediaError("description_malformed", "The SDP was refused", { cause });
    }
  }

  async #gathered(connection: NodeDataChannel.PeerConnection): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, GATHER_TIMEOUT_MS);
      connection.onGatheringStateChange((state) => {
        if (state !== "complete") {
          return;
        }
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #handleState(state: string): void {
    if (this.#isClosed) {
      return;
    }
    if (state === "connected") {
      this.#events.onConnected();
    }
    if (state === "failed") {
      this.#events.onLost("ICE or DTLS failed");
    }
    if (state === "closed") {
      this.#events.onLost("The far end closed the connection");
    }
  }
}

function closedMeanwhile(): MediaError {
  return new MediaError("media_closed", "The leg was closed in the meantime");
}
