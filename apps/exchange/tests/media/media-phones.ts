import { createSocket, type Socket } from "node:dgram";
import {
  hearsTone,
  isRtcp,
  parseRtp,
  toneShare,
  writeRtpHeader,
  type RtpPacket,
} from "@linedesk/audio";
import wrtc from "@roamhq/wrtc";
import { expect } from "vitest";
import {
  codecFacts,
  samplesPerTick,
  type AudioDecoder,
  type AudioEncoder,
} from "../../src/media/codecs/audio-codec.ts";
import { Codecs } from "../../src/media/codecs/codecs.ts";
import type { AudioCodec, MediaEvent, MediaPort, RtpEndpoint } from "../../src/media/media-port.ts";
import type { SrtpKeys } from "../../src/media/srtp/srtp-keys.ts";

const keptMs = 300;
const codecs = new Codecs(null);
/** RFC 3551, table 4. */
const payloadTypes = { PCMU: 0, PCMA: 8, G722: 9 } as const;
type TelephoneCodec = Exclude<AudioCodec, "opus">;

/** SRTP of a telephone; `keys` are as the exchange sees them. */
export interface Secrecy {
  keys: SrtpKeys;
  seal(packet: Buffer): Buffer;
  open(packet: Buffer): Buffer;
}

/** A SIP telephone's media: real UDP, a tone or silence, and what it heard in the last 0.3 s. */
export class RtpPhone {
  readonly id: string;
  readonly packets: RtpPacket[] = [];
  readonly reports: Uint8Array[] = [];
  toneHz: number | null;
  gaps = 0;
  readonly codec: TelephoneCodec;
  readonly #socket: Socket = createSocket("udp4");
  readonly #encoder: AudioEncoder;
  readonly #decoder: AudioDecoder;
  #heard: number[] = [];
  #far: RtpEndpoint = { address: "127.0.0.1", port: 9 };
  #sent = 0;
  #timer: NodeJS.Timeout | null = null;
  readonly #secrecy: Secrecy | null;

  constructor(
    id: string,
    toneHz: number | null,
    how: { secrecy?: Secrecy; codec?: TelephoneCodec } = {},
  ) {
    this.id = id;
    this.toneHz = toneHz;
    this.#secrecy = how.secrecy ?? null;
    this.codec = how.codec ?? "PCMU";
    this.#encoder = codecs.openEncoder({ codec: this.codec, payloadType: 0, telephoneEvent: null });
    this.#decoder = codecs.openDecoder(this.codec);
  }

  get sampleRate(): number {
    return codecFacts[this.codec].sampleRate;
  }

  get port(): number {
    return this.#socket.address().port;
  }

  get far(): RtpEndpoint {
    return this.#far;
  }

  async connect(media: MediaPort): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.bind(0, "127.0.0.1", () => resolve()));
    this.#socket.on("message", (bytes) => this.#receive(bytes));
    this.#far = await media.openRtp(this.id);
    await media.connectRtp(this.id, {
      address: "127.0.0.1",
      port: this.port,
      codec: this.codec,
      payloadType: payloadTypes[this.codec],
      telephoneEvent: 101,
      srtp: this.#secrecy?.keys ?? null,
    });
    const startMs = performance.now();
    this.#timer = setInterval(() => {
      while (this.#sent * 20 < performance.now() - startMs) this.#speak();
    }, 5);
  }

  send(bytes: Uint8Array): void {
    this.#socket.send(bytes, this.#far.port, this.#far.address);
  }

  hears(toneHz: number): boolean {
    return hearsTone(Int16Array.from(this.#heard), toneHz, this.sampleRate);
  }

  /** Of the energy that it heard. */
  share(toneHz: number): number {
    return toneShare(Int16Array.from(this.#heard), toneHz, this.sampleRate);
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#socket.close();
  }

  #speak(): void {
    const at = this.#sent;
    this.#sent += 1;
    const { toneHz } = this;
    if (toneHz === null) return;
    const length = samplesPerTick(this.sampleRate);
    const samples = Int16Array.from({ length }, (_, i) =>
      Math.round(8000 * Math.sin((2 * Math.PI * toneHz * (at * length + i)) / this.sampleRate)),
    );
    const packet = new Uint8Array(172);
    writeRtpHeader(packet, {
      payloadType: payloadTypes[this.codec],
      marker: false,
      sequence: at & 0xffff,
      timestamp: at * 160,
      ssrc: 77,
    });
    this.#encoder.encode(samples, packet, 12);
    this.send(this.#secrecy?.seal(Buffer.from(packet)) ?? packet);
  }

  #receive(sealed: Buffer): void {
    const bytes = this.#secrecy?.open(sealed) ?? sealed;
    if (isRtcp(bytes)) {
      this.reports.push(bytes);
      return;
    }
    const packet = parseRtp(bytes);
    const before = this.packets.at(-1);
    if (before !== undefined && ((before.sequence + 1) & 0xffff) !== packet.sequence)
      this.gaps += 1;
    this.packets.push(packet);
    if (packet.payloadType !== payloadTypes[this.codec]) return;
    const samples = new Int16Array(packet.payloadLength * 2);
    const { payloadStart, payloadLength } = packet;
    const length = this.#decoder.decode(bytes, payloadStart, payloadLength, samples);
    this.#heard.push(...samples.subarray(0, length));
    const kept = (keptMs * this.sampleRate) / 1000;
    if (this.#heard.length > kept) this.#heard = this.#heard.slice(-kept);
  }
}

/** Opaque to us: goes from a source to a peer, or from a peer to a sink. */
interface Track {
  readonly kind: string;
}

interface Description {
  type: "offer" | "answer";
  sdp: string;
}

interface Peer {
  readonly remoteDescription: Description | null;
  addTrack(track: Track): unknown;
  addEventListener(type: "track", listener: (event: { track: Track }) => void): void;
  createOffer(options: { iceRestart?: boolean }): Promise<Description>;
  createAnswer(): Promise<Description>;
  setLocalDescription(description: Description): Promise<void>;
  setRemoteDescription(description: Description): Promise<void>;
  getStats(): Promise<Map<string, StreamStats>>;
  close(): void;
}

/** The part of a browser's statistics that is looked at. */
interface StreamStats {
  type: string;
  bytesReceived?: number;
  packetsReceived?: number;
  bytesSent?: number;
  packetsSent?: number;
}

interface AudioSource {
  createTrack(): Track;
  onData(data: {
    samples: Int16Array;
    sampleRate: number;
    bitsPerSample: number;
    channelCount: number;
    numberOfFrames: number;
  }): void;
}

interface AudioSink {
  ondata: ((data: { samples: Int16Array; sampleRate: number }) => void) | null;
  stop(): void;
}

/** The package's types lean on those of a browser, which tests in Node do not have. */
const { RTCPeerConnection, nonstandard } = wrtc as unknown as {
  RTCPeerConnection: new () => Peer;
  nonstandard: {
    RTCAudioSource: new () => AudioSource;
    RTCAudioSink: new (track: Track) => AudioSink;
  };
};

/** A browser with a tone for a voice, on the WebRTC code that browsers run. */
export class BrowserPhone {
  readonly id: string;
  readonly #codec: "PCMU" | "opus";
  readonly peer: Peer = new RTCPeerConnection();
  readonly #source = new nonstandard.RTCAudioSource();
  readonly #timer: NodeJS.Timeout;
  #sink: AudioSink | null = null;
  #heard: number[] = [];
  #sampleRate = 48_000;

  constructor(id: string, toneHz: number, codec: "PCMU" | "opus" = "PCMU") {
    this.id = id;
    this.#codec = codec;
    this.peer.addTrack(this.#source.createTrack());
    this.peer.addEventListener("track", (event) => this.#listen(event.track));
    const startMs = performance.now();
    let sent = 0;
    this.#timer = setInterval(() => {
      for (; sent * 10 < performance.now() - startMs; sent += 1) this.#speak(sent, toneHz);
    }, 5);
  }

  /** Calls; the offer carries no candidates, as those of the Voice SDK. Gives the answer. */
  async call(media: MediaPort, change = (offer: string): string => offer): Promise<string> {
    const answer = await media.answerWebRtc(this.id, change(await this.#offer({})));
    await this.peer.setRemoteDescription({ type: "answer", sdp: answer });
    return answer;
  }

  /** Is rung and answers. */
  async beRung(media: MediaPort): Promise<void> {
    const offer = await media.offerWebRtc(this.id);
    await this.peer.setRemoteDescription({ type: "offer", sdp: this.#prefer(offer) });
    const answer = await this.peer.createAnswer();
    await this.peer.setLocalDescription(answer);
    await media.acceptWebRtc(this.id, withoutCandidates(answer.sdp));
  }

  async restartIce(media: MediaPort): Promise<void> {
    const answer = await media.restartIce(this.id, await this.#offer({ iceRestart: true }));
    await this.peer.setRemoteDescription({ type: "answer", sdp: answer });
  }

  hears(toneHz: number): boolean {
    return hearsTone(Int16Array.from(this.#heard), toneHz, this.#sampleRate);
  }

  /** Mean size of the payloads, both ways. */
  async bytesPerPacket(): Promise<{ received: number; sent: number }> {
    const stats = [...(await this.peer.getStats()).values()];
    const into = stats.find(({ type }) => type === "inbound-rtp");
    const out = stats.find(({ type }) => type === "outbound-rtp");
    return {
      received: (into?.bytesReceived ?? 0) / (into?.packetsReceived ?? 1),
      sent: (out?.bytesSent ?? 0) / (out?.packetsSent ?? 1),
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#sink?.stop();
    this.peer.close();
  }

  async #offer(options: { iceRestart?: boolean }): Promise<string> {
    const offer = await this.peer.createOffer(options);
    const sdp = this.#prefer(offer.sdp);
    await this.peer.setLocalDescription({ type: "offer", sdp });
    return withoutCandidates(sdp);
  }

  /** As the voice SDK's codecPreferences do it: the codec goes to the head of the line. */
  #prefer(sdp: string): string {
    const type = this.#codec === "PCMU" ? "0" : (/a=rtpmap:(\d+) opus/.exec(sdp)?.[1] ?? "");
    return sdp.replace(/(m=audio \d+ \S+)((?: \d+)+)/, (_, head: string, list: string) => {
      const others = list.split(" ").filter((one) => one !== "" && one !== type);
      return [head, type, ...others].join(" ");
    });
  }

  #speak(at: number, toneHz: number): void {
    const samples = Int16Array.from({ length: 480 }, (_, i) =>
      Math.round(8000 * Math.sin((2 * Math.PI * toneHz * (at * 480 + i)) / 48_000)),
    );
    this.#source.onData({
      samples,
      sampleRate: 48_000,
      bitsPerSample: 16,
      channelCount: 1,
      numberOfFrames: 480,
    });
  }

  #listen(track: Track): void {
    this.#sink = new nonstandard.RTCAudioSink(track);
    this.#sink.ondata = ({ samples, sampleRate }) => {
      this.#sampleRate = sampleRate;
      this.#heard.push(...samples);
      const kept = sampleRate * 0.3;
      if (this.#heard.length > kept) this.#heard = this.#heard.slice(-kept);
    };
  }
}

function withoutCandidates(sdp: string): string {
  return sdp.replace(/a=candidate.*\r\n/g, "");
}

/** Waits until it is so; fails with what was asked for after ten seconds. */
export async function eventually(check: () => boolean, what: string, timeoutMs = 10_000) {
  await expect.poll(check, { timeout: timeoutMs, interval: 20, message: what }).toBe(true);
}

export function eventsOf(media: MediaPort): MediaEvent[] {
  const events: MediaEvent[] = [];
  media.onEvent((event) => events.push(event));
  return events;
}

/** A machine that has no time for the mixer is no fault of ours; all else is. */
export function noteFault(faults: string[], message: string): void {
  if (!message.startsWith("The mixer was stopped")) faults.push(message);
}
