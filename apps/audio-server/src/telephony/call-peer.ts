import {
  MediaStreamTrack,
  type RTCDtlsTransport,
  RTCPeerConnection,
  type RTCRtpTransceiver,
  RTCRtpCodecParameters,
  RtpHeader,
  RtpPacket,
} from "werift";

import { Reception } from "@linedesk/audio";
import { type Clock, sleep } from "@linedesk/base";
import type { OpusLibrary } from "@linedesk/media";
import { CallSender, type SentFormat } from "./call-sender.ts";
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

const OPUS = new RTCRtpCodecParameters({
  mimeType: "audio/opus",
  clockRate: 48_000,
  channels: 2,
  payloadType: 111,
  parameters: "minptime=10;useinbandfec=1",
});
const PCMU = new RTCRtpCodecParameters({
  mimeType: "audio/PCMU",
  clockRate: 8000,
  channels: 1,
  payloadType: 0,
});
/** Addresses from which a call was checked; an answer names a few. */
const MAX_REMOTE_CANDIDATES = 32;
/** A relay that is not there by then is for the next path, if this one leads nowhere. */
const LONGEST_GATHERING_MS = 600;

/**
 * [AS117] An offer that asks for packets of 10 ms in place of 20: where the answer does too, sound
 * is sent by a block of the device, half a packet sooner.
 */
function askShortPackets(sdp: string): string {
  return sdp.replace("a=rtpmap:", "a=ptime:10\r\na=rtpmap:");
}

/**
 * What the Voice SDK takes for a browser's connection: the path, its encryption and its reports are
 * werift's, which no other file knows; the packets are the line's own.
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
  #reception = new Reception(OPUS.clockRate);
  #receivedBytes = 0;
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

  /** What came is counted here, whatever it was called: a new path brings another stream. */
  async getStats(): Promise<Map<string, object>> {
    const reports = new Map<string, object>(await this.#peer.getStats());
    const received = [...reports].filter(
      ([, report]) => "type" in report && report.type === "inbound-rtp",
    );
    for (const [id] of received) {
      reports.delete(id);
    }
    const { packets, lost, jitterMs } = this.#reception;
    reports.set("inbound-rtp", {
      timestamp: performance.now(),
      ...received.at(-1)?.[1],
      type: "inbound-rtp",
      id: "inbound-rtp",
      packetsReceived: packets,
      bytesReceived: this.#receivedBytes,
      packetsLost: lost,
      jitter: jitterMs / 1000,
    });
    return reports;
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
    this.#reception = new Reception(format.codec === "opus" ? OPUS.clockRate : PCMU.clockRate);
    this.#sender?.close();
    this.#sender = new CallSender(format, this.#opus, ({ sequence, timestamp, payload }) => {
      const header = new RtpHeader({ sequenceNumber: sequence, timestamp });
      void this.#transceiver.sender.sendRtp(new RtpPacket(header, payload));
    });
  }

  #receive({ header, payload }: RtpPacket): void {
    const codec = this.#transceiver.codecs.find((one) => one.payloadType === header.payloadType);
    if (codec === undefined) {
      return;
    }
    const { ssrc, sequenceNumber: sequence, timestamp, payloadType, marker } = header;
    const nowMs = this.#clock.elapsedMs();
    const sizes = { payloadStart: 0, payloadLength: payload.length };
    this.#reception.count({ ssrc, sequence, timestamp, payloadType, marker, ...sizes }, nowMs);
    this.#receivedBytes += payload.length;
    this.#path.noteReceived();
    const name = codec.mimeType.toLowerCase() === "audio/opus" ? "opus" : "PCMU";
    this.#remote.receive({ codec: name, ssrc, sequence, timestamp, payload });
  }

  #fail(): void {
    this.#hasFailed = true;
    this.#path.look();
  }
}

/** [AS116] An exchange answers a restart with another end of its own, which begins anew. */
function endEncryption(transport: RTCDtlsTransport | undefined): void {
  if (transport === undefined) {
    return;
  }
  transport.iceTransport.connection.onData.allUnsubscribe();
  delete transport.dtls;
  transport.srtpStarted = false;
  transport.state = "new";
}

function readSentFormat({ sender }: RTCRtpTransceiver, answer: string): SentFormat {
  const { mimeType = "", parameters = "" } = sender.codec ?? {};
  return {
    codec: mimeType.toLowerCase() === "audio/opus" ? "opus" : "PCMU",
    packetMs: /^a=ptime:10\s*$/m.test(answer) ? 10 : 20,
    parameters,
  };
}

const WARM_UP_CALLS = 3;
const WARM_UP_PACKETS = 50;
const LONGEST_WARM_UP_MS = 2_000;

/**
 * Calls itself, so that this machine knows the code when a call comes: else the first one would
 * hold up the other line's sound for a tenth of a second.
 */
export async function warmUpCalls(clock: Clock): Promise<void> {
  for (let call = 0; call < WARM_UP_CALLS; call += 1) {
    const ends = [openEnd(), openEnd()] as const;
    await Promise.race([connectEnds(...ends), sleep(clock, LONGEST_WARM_UP_MS)]);
    await Promise.all(ends.map((end) => end.close()));
  }
}

function openEnd(): RTCPeerConnection {
  const end = new RTCPeerConnection({ iceServers: [], codecs: { audio: [PCMU], video: [] } });
  end.addTransceiver(new MediaStreamTrack({ kind: "audio" }), { direction: "sendrecv" });
  askNobody(end);
  return end;
}

async function connectEnds(one: RTCPeerConnection, other: RTCPeerConnection): Promise<void> {
  const isOpen = one.connectionStateChange.watch((state) => state === "connected");
  await one.setLocalDescription(await one.createOffer());
  await other.setRemoteDescription({ type: "offer", sdp: one.localDescription?.sdp ?? "" });
  await other.setLocalDescription(await other.createAnswer());
  await one.setRemoteDescription({ type: "answer", sdp: other.localDescription?.sdp ?? "" });
  await isOpen;
  for (let packet = 0; packet < WARM_UP_PACKETS; packet += 1) {
    const header = new RtpHeader({ sequenceNumber: packet, timestamp: packet * 160 });
    await one.getSenders()[0]?.sendRtp(new RtpPacket(header, Buffer.alloc(160)));
  }
}

/** Else werift asks a server of its own choice where this machine is. */
function askNobody({ iceTransports }: RTCPeerConnection): void {
  for (const { connection } of iceTransports) {
    delete connection.stunServer;
  }
}
