import type { AudioCodec, RtpEndpoint, RtpRemote } from "@linedesk/audio";
import type { StreamFormat } from "../codecs/codec-facts.ts";
import type { Codecs } from "../codecs/codecs.ts";
import { MediaError } from "../media-error.ts";
import { MediaLeg } from "../mixing/media-leg.ts";
import type { LegId, MediaEvent, MediaHealth, UnheardLimit } from "../port/media-port.ts";
import type { RtpPortEvents } from "../rtp/rtp-port.ts";
import { RtpTransport, type OpenedPort } from "../rtp/rtp-transport.ts";
import { SrtpProtection } from "../rtp/srtp-protection.ts";
import { BrowserTransport } from "../webrtc/browser-transport.ts";
import type { PeerEvents, PeerOptions, WebRtcPeer } from "../webrtc/web-rtc-peer.ts";

export interface MediaLegsOptions {
  /** A monotonic clock. */
  clock: { nowMs(): number };
  /** The wall clock time at which `clock` was 0. */
  epochMs: number;
  maxLegs: number;
  codecs: Codecs;
  openPeer: (options: Pick<PeerOptions, "ssrc" | "mid">, events: PeerEvents) => WebRtcPeer;
  openPort(events: RtpPortEvents, port?: number): Promise<OpenedPort>;
}

export type PacketCounts = Pick<MediaHealth, "packetsReceived" | "packetsSent" | "packetsLost">;

interface MediaLegsDeps {
  nextTickMs(phase: number): number;
  emit(event: MediaEvent): void;
  /** The listener must end everything that depends on the leg before the leg closes. */
  onClosing(leg: MediaLeg): void;
}

const firstFormat: StreamFormat = { codec: "PCMU", payloadType: 0, telephoneEvent: null };

/** Every leg and its transport: a browser's peer or a telephone's port. */
export class MediaLegs {
  readonly #options: MediaLegsOptions;
  readonly #deps: MediaLegsDeps;
  readonly #legs = new Map<LegId, MediaLeg>();
  readonly #browsers = new Map<LegId, BrowserTransport>();
  readonly #sip = new Map<LegId, RtpTransport>();
  #ended: PacketCounts = { packetsReceived: 0, packetsSent: 0, packetsLost: 0 };
  #isClosed = false;

  constructor(options: MediaLegsOptions, around: MediaLegsDeps) {
    this.#options = options;
    this.#deps = around;
  }

  get all(): ReadonlyMap<LegId, MediaLeg> {
    return this.#legs;
  }

  async answerWebRtc(id: LegId, offerSdp: string): Promise<string> {
    const browser = this.#openBrowser(id);
    return this.#orClose(id, async () => {
      const answer = await browser.answer(offerSdp);
      this.#leg(id).liveness.dispatch({ type: "negotiated" }, this.#now());
      return answer;
    });
  }

  async offerWebRtc(id: LegId): Promise<string> {
    const browser = this.#openBrowser(id);
    return this.#orClose(id, async () => browser.offer());
  }

  async acceptWebRtc(id: LegId, answerSdp: string): Promise<void> {
    this.#browser(id).accept(answerSdp);
    this.#leg(id).liveness.dispatch({ type: "negotiated" }, this.#now());
  }

  async restartIce(id: LegId, offerSdp: string): Promise<string> {
    return this.#browser(id).restart(offerSdp);
  }

  async openRtp(id: LegId, at?: number): Promise<RtpEndpoint> {
    const leg = this.#open(id, { connectsByPacket: true });
    return this.#orClose(id, async () => {
      const protection = new SrtpProtection();
      const events = protection.wrapEvents({
        isExpected: (bytes) => leg.incoming.isExpected(bytes),
        onRtp: (bytes) => this.#receiveRtp(leg, bytes),
        onRtcp: (bytes) => leg.receiveControl(bytes, this.#now()),
        onLearnt: (source) => this.#deps.emit({ type: "leg.source", leg: id, source }),
      });
      const port = await this.#options.openPort(events, at);
      if (this.#legs.get(id) !== leg) {
        port.close();
        throw new MediaError("media_closed", "The leg was closed in the meantime");
      }
      const transport = new RtpTransport(port, protection);
      leg.setTransport(transport);
      this.#sip.set(id, transport);
      return port.endpoint;
    });
  }

  async connectRtp(id: LegId, remote: RtpRemote): Promise<void> {
    const transport = this.#sip.get(id);
    if (transport === undefined) {
      throw new MediaError("leg_unknown", "No SIP leg has this id");
    }
    const { codec } = remote;
    if (!this.#options.codecs.supports(codec)) {
      throw new MediaError("codec_unspoken", `The codec ${codec} is not supported`);
    }
    this.#leg(id).setFormat(toStreamFormat(remote));
    transport.connect(remote);
  }

  limitUnheard(id: LegId, limit: UnheardLimit): void {
    this.#sip.get(id)?.limitUnheard(limit);
  }

  close(id: LegId): void {
    const leg = this.#legs.get(id);
    if (leg === undefined) {
      return;
    }
    this.#deps.onClosing(leg);
    const stats = leg.stats();
    this.#ended = addPackets(this.#ended, stats);
    leg.close(this.#now());
    this.#deps.emit({ type: "leg.closed", leg: id, stats });
    this.#browsers.get(id)?.close();
    this.#legs.delete(id);
    this.#browsers.delete(id);
    this.#sip.delete(id);
  }

  /** Counts the packets of every leg since the start, including ended legs. */
  countPackets(): PacketCounts {
    return [...this.#legs.values()].map((leg) => leg.stats()).reduce(addPackets, this.#ended);
  }

  closeAll(): void {
    for (const id of this.#legs.keys()) {
      this.close(id);
    }
    this.#isClosed = true;
  }

  #now(): number {
    return this.#options.clock.nowMs();
  }

  #leg(id: LegId): MediaLeg {
    const leg = this.#legs.get(id);
    if (leg === undefined) {
      throw new MediaError("leg_unknown", "No leg has this id");
    }
    return leg;
  }

  #browser(id: LegId): BrowserTransport {
    const browser = this.#browsers.get(id);
    if (browser === undefined) {
      throw new MediaError("leg_unknown", "No browser leg has this id");
    }
    return browser;
  }

  #open(id: LegId, how: { connectsByPacket: boolean }): MediaLeg {
    if (this.#isClosed) {
      throw new MediaError("media_closed", "The media is closed");
    }
    if (this.#legs.has(id)) {
      throw new MediaError("leg_exists", "The leg already has media");
    }
    if (this.#legs.size >= this.#options.maxLegs) {
      throw new MediaError("leg_limit", `The limit of ${this.#options.maxLegs} legs is reached`);
    }
    const leg = new MediaLeg({
      id,
      format: firstFormat,
      codecs: this.#options.codecs,
      connectsByPacket: how.connectsByPacket,
      nowMs: this.#now(),
      epochMs: this.#options.epochMs,
      emit: (event) => this.#deps.emit(event),
    });
    this.#legs.set(id, leg);
    return leg;
  }

  #openBrowser(id: LegId): BrowserTransport {
    const leg = this.#open(id, { connectsByPacket: false });
    const options = {
      ssrc: leg.outgoing.ssrc,
      speaks: (codec: AudioCodec) => this.#options.codecs.supports(codec),
      openPeer: this.#options.openPeer,
    };
    const browser = new BrowserTransport(options, {
      onConnected: () => leg.liveness.dispatch({ type: "connected" }, this.#now()),
      onLost: (message) => leg.liveness.dispatch({ type: "transport.lost", message }, this.#now()),
      onRtp: (bytes) => this.#receiveRtp(leg, bytes),
      onRtcp: (bytes) => leg.receiveControl(bytes, this.#now()),
      onFormat: (format) => leg.setFormat(format),
    });
    leg.setTransport(browser);
    this.#browsers.set(id, browser);
    return browser;
  }

  #receiveRtp(leg: MediaLeg, bytes: Uint8Array): boolean {
    return leg.receive(bytes, { nowMs: this.#now(), nextTickMs: this.#deps.nextTickMs(leg.phase) });
  }

  async #orClose<T>(id: LegId, negotiate: () => Promise<T>): Promise<T> {
    try {
      return await negotiate();
    } catch (error) {
      this.close(id);
      throw error;
    }
  }
}

function addPackets(sum: PacketCounts, leg: PacketCounts): PacketCounts {
  return {
    packetsReceived: sum.packetsReceived + leg.packetsReceived,
    packetsSent: sum.packetsSent + leg.packetsSent,
    packetsLost: sum.packetsLost + Math.max(0, leg.packetsLost),
  };
}

function toStreamFormat(remote: RtpRemote): StreamFormat {
  const { codec, payloadType, telephoneEvent, eventClockRate, otherLaw, offered, opus } = remote;
  return {
    codec,
    payloadType,
    telephoneEvent,
    ...(eventClockRate === undefined ? {} : { eventClockRate }),
    ...(otherLaw === undefined ? {} : { otherLaw }),
    ...(offered === undefined ? {} : { offered }),
    ...(opus === undefined ? {} : { opus }),
  };
}
