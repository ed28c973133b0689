import wrtc from "@roamhq/wrtc";

import { hasTone } from "@linedesk/audio";
import type { MediaPort } from "../port/media-port.ts";

/** An opaque value that is passed from a source to a peer, or from a peer to a sink. */
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

/** The part of a browser's statistics that the tests use. */
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

/** The package's types need those of a browser, which tests in Node do not have. */
const { RTCPeerConnection, nonstandard } = wrtc as unknown as {
  RTCPeerConnection: new () => Peer;
  nonstandard: {
    RTCAudioSource: new () => AudioSource;
    RTCAudioSink: new (track: Track) => AudioSink;
  };
};

export class BrowserPhone {
  readonly id: string;
  readonly #codec: "PCMU" | "opus";
  readonly peer: Peer = new RTCPeerConnection();
  readonly #source = new nonstandard.RTCAudioSource();
  readonly #timer: NodeJS.Timeout;
  #sink: AudioSink | null = null;
  #received: number[] = [];
  #sampleRate = 48_000;

  constructor(id: string, toneHz: number, codec: "PCMU" | "opus" = "PCMU") {
    this.id = id;
    this.#codec = codec;
    this.peer.addTrack(this.#source.createTrack());
    this.peer.addEventListener("track", (event) => this.#listen(event.track));
    const startMs = performance.now();
    let sent = 0;
    this.#timer = setInterval(() => {
      for (; sent * 10 < performance.now() - startMs; sent += 1) {
        this.#speak(sent, toneHz);
      }
    }, 5);
  }

  async call(media: MediaPort, change = (offer: string): string => offer): Promise<string> {
    const answer = await media.answerWebRtc(this.id, change(await this.#offer({})));
    await this.peer.setRemoteDescription({ type: "answer", sdp: answer });
    return answer;
  }

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

  receivesTone(toneHz: number): boolean {
    return hasTone(Int16Array.from(this.#received), toneHz, this.#sampleRate);
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

  /** Moves the codec to the front, as the voice SDK's codecPreferences does. */
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
      this.#received.push(...samples);
      const window = sampleRate * 0.3;
      if (this.#received.length > window) {
        this.#received = this.#received.slice(-window);
      }
    };
  }
}

function withoutCandidates(sdp: string): string {
  return sdp.replace(/a=candidate.*\r\n/g, "");
}
