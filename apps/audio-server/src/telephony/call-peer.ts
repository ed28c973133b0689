import {
  MediaStreamTrack,
  RTCPeerConnection,
  type RTCRtpTransceiver,
  RtpHeader,
  RtpPacket,
} from "werift";

import { type Clock, sleep } from "@linedesk/base";
import type { OpusLibrary } from "@linedesk/media";
import { askShortPackets, nameCodec, OPUS, PCMU, readSentFormat } from "./call-codecs.ts";
import { askNobody, endEncryption } from "./call-path.ts";
import { CallReception } from "./call-reception.ts";
import { CallSender } from "./call-sender.ts";
import { CallTrack, LineStream, type LineTrack } from "./line-stream.ts";
import { listAddresses, PathRestart } from "./path-restart.ts";
import { type PathState, PathWatch } from "./path-watch.ts";

type Handler = (() => void) | null;

interface Description {
  type: "offer" | "answer";
  sdp: string;
}

interface PeerConfiguration {
  iceServers?: { urls: string; username?: string; credential?: string }[];
  iceTransportPolicy?: "all" | "relay";
}

/** Addresses from which a call was checked; an answer names a few. */
const MAX_REMOTE_CANDIDATES = 32;
/** A relay that is not there by then is for the next path, if this one leads nowhere. */
const LONGEST_GATHERING_MS = 600;

/**
 * What the Voice SDK takes for a browser's connection: the path, its encryption and its reports are
 * werift's; the packets are the line's own.
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
  /** What this end was called in each offer. */
  readonly #names = new Set<string>();
  /** Of the other end's certificate. */
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
      iceFilterStunResponse: (message, [host, port]) =>
        this.#isFromTheCall(String(message.getAttributeValue("USERNAME")), { host, port }),
    });
    this.#transceiver = this.#peer.addTransceiver(new MediaStreamTrack({ kind: "audio" }), {
      direction: "sendrecv",
    });
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
    return made === null ? null : { type: "offer", sdp: askShortPackets(made.sdp) };
  }

  addTrack(track: LineTrack): void {
    this.#local = track;
    this.#unfollow = track.follow((block) => this.#sender?.push(block));
  }

  getTransceivers() {
    // The order of the codecs is our own already.
    return [{ setCodecPreferences: () => undefined }];
  }

  getSenders() {
    return [{ track: this.#local }];
  }

  getReceivers() {
    return [{ track: this.#remote }];
  }

  /** [AS116] A refusal would have the SDK try again; without an offer it goes on as before. */
  async createOffer(options?: { iceRestart?: boolean }): Promise<Description> {
    const isRestart = options?.iceRestart === true;
    if (isRestart && !(await this.#restart.isWanted())) {
      return await this.#never();
    }
    const { sdp } = await this.#peer.createOffer({ iceRestart: isRestart });
    return this.#isClosed ? await this.#never() : { type: "offer", sdp: askShortPackets(sdp) };
  }

  /** Whatever the SDK made of it: it is what was offered last. */
  async setLocalDescription(): Promise<void> {
    const gathered = this.#peer.setLocalDescription();
    for (const { connection } of this.#peer.iceTransports) {
      this.#names.add(connection.localUsername);
    }
    await Promise.race([gathered, sleep(this.#clock, LONGEST_GATHERING_MS)]);
    if (this.#isClosed) {
      await this.#never();
    }
  }

  async setRemoteDescription({ type, sdp }: Description): Promise<void> {
    const [transport] = this.#peer.dtlsTransports;
    const isFirst = this.#sender === null;
    const fingerprint = /^a=fingerprint:(.*)$/m.exec(sdp)?.[1] ?? "";
    const isSameEnd = fingerprint === this.#fingerprint;
    this.#fingerprint = fingerprint;
    this.#hasFailed = false;
    if (!isFirst && !isSameEnd) {
      endEncryption(transport);
    }
    await this.#peer.setRemoteDescription({ type, sdp });
    if (!isFirst && transport?.state === "connected") {
      // Else werift takes what is encrypted already for connected.
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

  /** The SDK goes on with a call that is over, and takes the answer away that is another one's. */
  async #never(): Promise<never> {
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
      askNobody(peer);
    }
  }

  /** Whose checks are answered: who names what this end was called, from some addresses only. */
  #isFromTheCall(username: string, from: { host: string; port: number }): boolean {
    const [transport] = this.#peer.iceTransports;
    const [ours = "", theirs] = username.split(":");
    if (transport === undefined) {
      return false;
    }
    const { localUsername, remoteUsername, remoteCandidates } = transport.connection;
    const isOfNow = ours === localUsername && ["", theirs].includes(remoteUsername);
    const isOfBefore = ours !== localUsername && this.#names.has(ours);
    const isKnown = remoteCandidates.some(
      ({ host, port }) => host === from.host && port === from.port,
    );
    return (isOfNow || isOfBefore) && (isKnown || remoteCandidates.length < MAX_REMOTE_CANDIDATES);
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
    if (codec === undefined) {
      return;
    }
    this.#reception.count(packet, this.#clock.elapsedMs());
    this.#path.noteReceived();
    const { ssrc, sequenceNumber: sequence, timestamp } = header;
    this.#remote.receive({ codec: nameCodec(codec.mimeType), ssrc, sequence, timestamp, payload });
  }

  #fail(): void {
    this.#hasFailed = true;
    this.#path.look();
  }
}
