import {
  MediaStreamTrack,
  RTCPeerConnection,
  RtpHeader,
  RtpPacket,
  RTCRtpCodecParameters,
} from "werift";

import { hasTone } from "@linedesk/audio";
import { Codecs } from "../codecs/codecs.ts";
import type { MediaPort } from "../port/media-port.ts";

const codecs = new Codecs(null);
const WINDOW_SAMPLES = 2400;
const senderReport = 200;

/** A peer by werift, WebRTC written anew in TypeScript, with a tone in PCMU for a voice. */
export class WeriftPhone {
  readonly id: string;
  readonly peer = new RTCPeerConnection({
    iceServers: [],
    codecs: {
      audio: [
        new RTCRtpCodecParameters({
          mimeType: "audio/PCMU",
          clockRate: 8000,
          channels: 1,
          payloadType: 0,
        }),
      ],
    },
  });
  reports = 0;
  readonly #encoder = codecs.openEncoder({ codec: "PCMU", payloadType: 0, telephoneEvent: null });
  readonly #decoder = codecs.openDecoder("PCMU");
  readonly #timer: NodeJS.Timeout;
  #received: number[] = [];

  constructor(id: string, toneHz: number) {
    this.id = id;
    const track = new MediaStreamTrack({ kind: "audio" });
    const { sender, onTrack } = this.peer.addTransceiver(track, { direction: "sendrecv" });
    onTrack.subscribe((remote) => remote.onReceiveRtp.subscribe((packet) => this.#receive(packet)));
    const startMs = performance.now();
    let sent = 0;
    this.#timer = setInterval(() => {
      for (; sent * 20 < performance.now() - startMs; sent += 1) {
        if (this.peer.connectionState !== "connected") {
          continue;
        }
        void sender.sendRtp(this.#packet(sent, toneHz));
      }
    }, 5);
  }

  /** Which end of the DTLS handshake it took, once it is connected. */
  get role(): string {
    return this.peer.dtlsTransports[0]?.role ?? "";
  }

  async call(media: MediaPort, change = (offer: string): string => offer): Promise<string> {
    await this.peer.setLocalDescription(await this.peer.createOffer());
    const answer = await media.answerWebRtc(this.id, change(this.peer.localDescription?.sdp ?? ""));
    await this.peer.setRemoteDescription({ type: "answer", sdp: answer });
    this.#countReports();
    return answer;
  }

  async beRung(media: MediaPort): Promise<string> {
    const offer = await media.offerWebRtc(this.id);
    await this.peer.setRemoteDescription({ type: "offer", sdp: offer });
    await this.peer.setLocalDescription(await this.peer.createAnswer());
    this.#countReports();
    await media.acceptWebRtc(this.id, this.peer.localDescription?.sdp ?? "");
    return offer;
  }

  receivesTone(toneHz: number): boolean {
    return hasTone(Int16Array.from(this.#received), toneHz, 8000);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.peer.close();
  }

  #countReports(): void {
    this.peer.dtlsTransports[0]?.onRtcp.subscribe(({ type }) => {
      if (type === senderReport) {
        this.reports += 1;
      }
    });
  }

  #packet(at: number, toneHz: number): RtpPacket {
    const samples = Int16Array.from({ length: 160 }, (_, i) =>
      Math.round(8000 * Math.sin((2 * Math.PI * toneHz * (at * 160 + i)) / 8000)),
    );
    const payload = Buffer.alloc(160);
    this.#encoder.encode(samples, payload, 0);
    const header = new RtpHeader({
      payloadType: 0,
      sequenceNumber: at & 0xffff,
      timestamp: at * 160,
      ssrc: 5,
    });
    return new RtpPacket(header, payload);
  }

  #receive({ payload }: RtpPacket): void {
    const samples = new Int16Array(payload.length * 2);
    const length = this.#decoder.decode(payload, 0, payload.length, samples);
    this.#received.push(...samples.subarray(0, length));
    this.#received = this.#received.slice(-WINDOW_SAMPLES);
  }
}
