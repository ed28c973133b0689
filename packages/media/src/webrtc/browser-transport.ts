import { isRtcp, type AudioCodec } from "@linedesk/audio";
import type { StreamFormat } from "../codecs/codec-facts.ts";
import { MediaError } from "../media-error.ts";
import type { LegTransport } from "../rtp/leg-transport.ts";
import { formatsToOffer } from "./browser-formats.ts";
import {
  parseSessionDescription,
  renderSessionDescription,
  type DescriptionToRender,
  type RemoteDescription,
} from "./session-description.ts";
import type { PeerEvents, PeerOptions, WebRtcPeer } from "./web-rtc-peer.ts";

export interface BrowserOptions {
  ssrc: number;
  speaks: (codec: AudioCodec) => boolean;
  openPeer: (options: Pick<PeerOptions, "ssrc" | "mid">, events: PeerEvents) => WebRtcPeer;
}

export interface BrowserEvents {
  onConnected(): void;
  onLost(reason: string): void;
  onRtp(bytes: Uint8Array): void;
  onRtcp(bytes: Uint8Array): void;
  /** Reports the negotiated format. */
  onFormat(format: StreamFormat): void;
}

const RESTART_TIMEOUT_MS = 30_000;

/**
 * A browser's media path. libdatachannel cannot restart ICE, so a restart is a second peer, and the
 * first one carries the sound until the second one is connected. The second has another
 * certificate, so the browser does a new DTLS handshake, for which the DTLS role must stay the same
 * (RFC 8842 section 5.5).
 */
export class BrowserTransport implements LegTransport {
  readonly #options: BrowserOptions;
  readonly #events: BrowserEvents;
  #current: WebRtcPeer | null = null;
  #replacement: WebRtcPeer | null = null;
  #restartTimer: NodeJS.Timeout | null = null;
  #isConnected = false;
  #isClosed = false;
  #version = 0;
  /**
   * Is true if the exchange rang the browser. The exchange then declares "lite", so that the
   * browser chooses the path. Otherwise the exchange would choose it, and after an ICE restart the
   * browser would keep the old path until that path fails.
   */
  #isOffering = false;
  #setup: "active" | "passive" = "active";
  #format: StreamFormat | null = null;

  constructor(options: BrowserOptions, events: BrowserEvents) {
    this.#options = options;
    this.#events = events;
  }

  get isReady(): boolean {
    return this.#isConnected;
  }

  async answer(offerSdp: string): Promise<string> {
    const offer = parseSessionDescription(offerSdp);
    if (offer.setup === "active") {
      this.#setup = "passive";
    }
    this.#current = this.#open(offer.mid);
    return this.#answerWith(this.#current, offer);
  }

  async offer(): Promise<string> {
    this.#isOffering = true;
    const peer = this.#open("0");
    this.#current = peer;
    const local = await peer.offer();
    return this.#render({
      ...local,
      iceLite: true,
      mid: "0",
      formats: formatsToOffer(this.#options.speaks),
      packetMs: 20,
    });
  }

  accept(answerSdp: string): void {
    const answer = parseSessionDescription(answerSdp);
    this.#setup = answer.setup === "passive" ? "active" : "passive";
    this.#selectFormat(answer);
    this.#current?.accept(answer);
  }

  async restart(offerSdp: string): Promise<string> {
    const offer = parseSessionDescription(offerSdp);
    this.#giveUpRestart();
    const peer = this.#open(offer.mid);
    this.#replacement = peer;
    this.#restartTimer = setTimeout(
      () => this.#handleLost(peer, "The ICE restart did not connect within 30 s"),
      RESTART_TIMEOUT_MS,
    );
    const setup = this.#setup === "active" ? "passive" : "active";
    return this.#answerWith(peer, { ...offer, setup });
  }

  send(packet: Buffer): void {
    this.#current?.send(packet);
  }

  sendControl(packet: Uint8Array): void {
    this.#current?.send(Buffer.from(packet));
  }

  close(): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    this.#isConnected = false;
    this.#current?.close();
    this.#giveUpRestart();
  }

  #giveUpRestart(): void {
    if (this.#restartTimer !== null) {
      clearTimeout(this.#restartTimer);
    }
    this.#restartTimer = null;
    this.#replacement?.close();
    this.#replacement = null;
  }

  async #answerWith(peer: WebRtcPeer, offer: RemoteDescription): Promise<string> {
    const local = await peer.answer(offer);
    const formats = [this.#selectFormat(offer)];
    const { mid, packetMs } = offer;
    return this.#render({ ...local, iceLite: this.#isOffering, mid, formats, packetMs });
  }

  /**
   * Keeps the current format while the browser still offers it; otherwise selects the browser's
   * first choice.
   */
  #selectFormat({ formats }: RemoteDescription): StreamFormat {
    const spoken = formats.filter(({ codec }) => this.#options.speaks(codec));
    const format = spoken.find(({ codec }) => codec === this.#format?.codec) ?? spoken[0];
    if (format === undefined) {
      throw new MediaError("description_unsupported", "SDP offers neither PCMU nor Opus");
    }
    this.#format = format;
    this.#events.onFormat(format);
    return format;
  }

  #render(description: Omit<DescriptionToRender, "version" | "ssrc">): string {
    this.#version += 1;
    const ssrc = this.#options.ssrc;
    return renderSessionDescription({ ...description, version: this.#version, ssrc });
  }

  #open(mid: string): WebRtcPeer {
    if (this.#isClosed) {
      throw new MediaError("media_closed", "The leg was closed in the meantime");
    }
    const peer: WebRtcPeer = this.#options.openPeer(
      { ssrc: this.#options.ssrc, mid },
      {
        onConnected: () => this.#handleConnected(peer),
        onLost: (reason) => this.#handleLost(peer, reason),
        onPacket: (bytes) => this.#handlePacket(bytes),
      },
    );
    return peer;
  }

  #handlePacket(bytes: Uint8Array): void {
    if (isRtcp(bytes)) {
      this.#events.onRtcp(bytes);
    } else {
      this.#events.onRtp(bytes);
    }
  }

  #handleConnected(peer: WebRtcPeer): void {
    if (this.#isClosed) {
      return;
    }
    if (peer === this.#replacement) {
      this.#current?.close();
      this.#current = peer;
      this.#replacement = null;
      this.#giveUpRestart();
    }
    if (peer !== this.#current) {
      return;
    }
    this.#isConnected = true;
    this.#events.onConnected();
  }

  #handleLost(peer: WebRtcPeer, reason: string): void {
    if (this.#isClosed) {
      return;
    }
    if (peer === this.#replacement) {
      this.#giveUpRestart();
      if (!this.#isConnected) {
        this.#events.onLost(reason);
      }
    }
    if (peer !== this.#current) {
      return;
    }
    this.#isConnected = false;
    // After the answer to the restart, a browser closes the first association and opens the second
    // one, so this is no loss.
    if (this.#replacement === null) {
      this.#events.onLost(reason);
    }
  }
}
