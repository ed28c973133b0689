import { createSocket, type Socket } from "node:dgram";
import {
  hearsTone,
  isRtcp,
  muLaw,
  parseRtp,
  writeRtpHeader,
  type RtpPacket,
} from "@linedesk/audio";
import wrtc from "@roamhq/wrtc";
import { expect } from "vitest";
import type { MediaEvent, MediaPort, RtpEndpoint } from "../src/media/media-port.ts";
import type { SrtpKeys } from "../src/media/srtp-keys.ts";

const keptSamples = 2400;

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
  readonly #socket: Socket = createSocket("udp4");
  #heard: number[] = [];
  #far: RtpEndpoint = { address: "127.0.0.1", port: 9 };
  #sent = 0;
  #timer: NodeJS.Timeout | null = null;
  readonly #secrecy: Secrecy | null;

  constructor(id: string, toneHz: number | null, secrecy: Secrecy | null = null) {
    this.id = id;
    this.toneHz = toneHz;
    this.#secrecy = secrecy;
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
      codec: "PCMU",
      payloadType: 0,
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
    return hearsTone(Int16Array.from(this.#heard), toneHz, 8000);
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
    const samples = Int16Array.from({ length: 160 }, (_, i) =>
      Math.round(8000 * Math.sin((2 * Math.PI * toneHz * (at * 160 + i)) / 8000)),
    );
    const packet = new Uint8Array(172);
    writeRtpHeader(packet, {
      payloadType: 0,
      marker: false,
      sequence: at & 0xffff,
      timestamp: at * 160,
      ssrc: 77,
    });
    muLaw.encode(samples, 160, packet, 12);
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
    if (packet.payloadType !== 0) return;
    const samples = new Int16Array(packet.payloadLength);
    muLaw.decode(bytes, packet.payloadStart, packet.payloadLength, samples);
    this.#heard.push(...samples);
    if (this.#heard.length > keptSamples) this.#heard = this.#heard.slice(-keptSamples);
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
  getStats(): Promise<Map<string, { type: string }>>;
  close(): void;
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
  readonly peer: Peer = new RTCPeerConnection();
  readonly #source = new nonstandard.RTCAudioSource();
  readonly #timer: NodeJS.Timeout;
  #sink: AudioSink | null = null;
  #heard: number[] = [];
  #sampleRate = 48_000;

  constructor(id: string, toneHz: number) {
    this.id = id;
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
    await this.peer.setRemoteDescription({ type: "offer", sdp: offer });
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

  close(): void {
    clearInterval(this.#timer);
    this.#sink?.stop();
    this.peer.close();
  }

  async #offer(options: { iceRestart?: boolean }): Promise<string> {
    const offer = await this.peer.createOffer(options);
    await this.peer.setLocalDescription(offer);
    return withoutCandidates(offer.sdp);
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
