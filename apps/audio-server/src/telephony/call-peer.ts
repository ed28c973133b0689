import type { RTCRtpTransceiver } from "werift";

import { type Clock, sleep } from "@linedesk/base";
import type { OpusLibrary } from "@linedesk/media";
import { CallReception } from "./call-reception.ts";
import { CallSender } from "./call-sender.ts";
import { CallTrack, LineStream, type LineTrack } from "./line-stream.ts";
import type { PathGuard } from "./path-guard.ts";
import { listAddresses, PathRestart } from "./path-restart.ts";
import { type PathState, PathWatch } from "./path-watch.ts";
import { readAnswer } from "./read-answer.ts";
import { ReplayGuard } from "./replay-guard.ts";
import {
  MediaStreamTrack,
  RTCPeerConnection,
  RtpHeader,
  RtpPacket,
} from "./rtc-peer-connection.ts";
import { disableStun, resetDtls, secureTransport } from "./secure-transport.ts";
import { offerShortPackets, nameCodec, OPUS, PCMU, readSentFormat } from "./sent-format.ts";

type Handler = (() => void) | null;

interface Description {
  type: "offer" | "answer";
  sdp: string;
}

interface PeerConfiguration {
  iceServers?: { urls: string; username?: string; credential?: string }[];
  iceTransportPolicy?: "all" | "relay";
}

/**
 * If gathering finds no relay within this time, the call begins without a relay. The next path of
 * the call can use a relay that is found later.
 */
const LONGEST_GATHERING_MS = 600;

/**
 * The connection that the Voice SDK uses in place of a browser's. werift provides its path,
 * encryption and reports; the line itself handles the packets.
 */
export class CallPeer {
  onsignalingstatechange: Handler = null;
  onconnectionstatechange: Handler = null;
  oniceconnectionstatechange: Handler = null;
  onicegatheringstatechange: Handler = null;
  onicecandidate: ((event: { candidate: unknown }) => void) | null = null;
  ontrack: ((event: { streams: LineStream<CallTrack>[] }) => void) | null = null;
  readonly #peer: RTCPeerConnection;
  readonly #transceiver: RTCRtpTransceiver;
  readonly #clock: Clock;
  readonly #opus: OpusLibrary | null;
  readonly #restart: PathRestart;
  readonly #remote = new CallTrack();
  #reception = new CallReception(OPUS.clockRate);
  #local: LineTrack | null = null;
  #sender: CallSender | null = null;
  #unfollow: () => void = () => undefined;
  readonly #path: PathWatch;
  readonly #guard: PathGuard;
  readonly #replays = new ReplayGuard();
  #fingerprint = "";
  #hasFailed = false;

  constructor(clock: Clock, opus: OpusLibrary | null, configuration: PeerConfiguration = {}) {
    this.#clock = clock;
    this.#opus = opus;
    this.#peer = new RTCPeerConnection({
      iceServers: configuration.iceServers ?? [],
      iceTransportPolicy: configuration.iceTransportPolicy ?? "all",
      codecs: { audio: opus === null ? [PCMU] : [OPUS, PCMU], video: [] },
      headerExtensions: { audio: [], video: [] },
    });
    this.#transceiver = this.#peer.addTransceiver(new MediaStreamTrack({ kind: "audio" }), {
      direction: "sendrecv",
    });
    this.#guard = secureTransport(this.#peer.dtlsTransports[0]);
    this.#path = new PathWatch({
      clock,
      isOpen: () => this.#peer.dtlsTransports[0]?.state === "connected",
      isFailed: () => this.#hasFailed || this.#peer.iceTransports[0]?.state === "failed",
      onState: () => {
        this.oniceconnectionstatechange?.();
        this.onconnectionstatechange?.();
      },
    });
    this.#restart = new PathRestart({
      clock,
      listAddresses,
      isConnected: () => this.#path.state === "connected",
    });
    this.#follow(configuration);
  }

  get signalingState(): string {
    return this.#peer.signalingState;
  }

  get iceGatheringState(): string {
    return this.#peer.iceGatheringState;
  }

  get iceConnectionState(): PathState {
    return this.#path.state;
  }

  get connectionState(): string {
    const { state } = this.#path;
    return state === "checking" ? "connecting" : state;
  }

  get localDescription(): Description | null {
    const made = this.#peer.localDescription;
    return made === null ? null : { type: "offer", sdp: offerShortPackets(made.sdp) };
  }

  addTrack(track: LineTrack): void {
    this.#local = track;
    this.#unfollow = track.follow((block) => this.#sender?.push(block));
  }

  getTransceivers() {
    return [{ setCodecPreferences: () => undefined }];
  }

  getSenders() {
    return [{ track: this.#local }];
  }

  getReceivers() {
    return [{ track: this.#remote }];
  }

  /**
   * Never resolves if no new path is needed. After a rejection the SDK would try again, and without
   * a result the call continues unchanged.
   */
  async createOffer(options?: { iceRestart?: boolean }): Promise<Description> {
    const isRestart = options?.iceRestart === true;
    if (isRestart && !(await this.#restart.isWanted())) {
      return await this.#waitForever();
    }
    const { sdp } = await this.#peer.createOffer({ iceRestart: isRestart });
    return this.#isClosed
      ? await this.#waitForever()
      : { type: "offer", sdp: offerShortPackets(sdp) };
  }

  async setLocalDescription(): Promise<void> {
    const gathered = this.#peer.setLocalDescription();
    this.#guard.noteOffer();
    await Promise.race([gathered, sleep(this.#clock, LONGEST_GATHERING_MS)]);
    if (this.#isClosed) {
      await this.#waitForever();
    }
  }

  async setRemoteDescription({ type, sdp: answer }: Description): Promise<void> {
    const sdp = readAnswer(answer);
    const [transport] = this.#peer.dtlsTransports;
    const isFirst = this.#sender === null;
    const fingerprint = /^a=fingerprint:(.*)$/m.exec(sdp)?.[1] ?? "";
    const isSameEnd = fingerprint === this.#fingerprint;
    this.#fingerprint = fingerprint;
    this.#hasFailed = false;
    if (!isFirst && (!isSameEnd || transport?.state === "failed")) {
      resetDtls(transport);
      this.#replays.begin();
    }
    this.#guard.beginHandshake();
    await this.#peer.setRemoteDescription({ type, sdp });
    if (!isFirst && transport?.state === "connected") {
      // Without a new start, werift treats a transport that is already encrypted as connected.
      transport.iceTransport.start().catch(() => this.#fail());
    }
    if (isFirst) {
      this.#openSender(sdp);
      this.ontrack?.({ streams: [new LineStream([this.#remote])] });
    }
    this.#path.begin();
  }

  async getStats(): Promise<Map<string, object>> {
    return this.#reception.report(await this.#peer.getStats());
  }

  close(): void {
    this.#unfollow();
    this.#sender?.close();
    this.#sender = null;
    this.#remote.stop();
    this.#path.close();
    void this.#peer.close().catch(() => undefined);
  }

  get #isClosed(): boolean {
    return this.#path.state === "closed";
  }

  /**
   * Never resolves. With a result the SDK would continue an ended call and use the answer of
   * another call.
   */
  async #waitForever(): Promise<never> {
    return await new Promise(() => undefined);
  }

  #follow({ iceServers = [] }: PeerConfiguration): void {
    const peer = this.#peer;
    peer.onsignalingstatechange = () => this.onsignalingstatechange?.();
    peer.onicegatheringstatechange = () => this.onicegatheringstatechange?.();
    peer.onicecandidate = ({ candidate }) =>
      this.onicecandidate?.({ candidate: candidate ?? null });
    peer.onconnectionstatechange = () => {
      if (peer.connectionState === "failed") {
        this.#fail();
      }
    };
    peer.dtlsTransports[0]?.onRtp.subscribe((packet) => this.#receive(packet));
    if (!iceServers.some(({ urls }) => urls.startsWith("stun:"))) {
      disableStun(peer);
    }
  }

  #openSender(answer: string): void {
    const format = readSentFormat(this.#transceiver, answer);
    this.#reception = new CallReception(format.codec === "opus" ? OPUS.clockRate : PCMU.clockRate);
    this.#sender?.close();
    this.#sender = new CallSender(format, this.#opus, ({ sequence, timestamp, payload }) => {
      const header = new RtpHeader({ sequenceNumber: sequence, timestamp });
      void this.#transceiver.sender.sendRtp(new RtpPacket(header, payload));
    });
  }

  #receive(packet: RtpPacket): void {
    const { header, payload } = packet;
    const codec = this.#transceiver.codecs.find((one) => one.payloadType === header.payloadType);
    const { ssrc, sequenceNumber: sequence, timestamp } = header;
    if (codec === undefined || !this.#replays.isNew(ssrc, sequence)) {
      return;
    }
    this.#reception.count(packet, this.#clock.elapsedMs());
    this.#path.noteReceived();
    this.#remote.receive({ codec: nameCodec(codec.mimeType), ssrc, sequence, timestamp, payload });
  }

  #fail(): void {
    this.#hasFailed = true;
    this.#path.check();
  }
}
