import type { StreamFormat } from "../codecs/codec-facts.ts";
import type { Codecs } from "../codecs/codecs.ts";
import type { EncodedSource } from "../encoding/encoded-source.ts";
import type { Playback } from "../playback/playback.ts";
import type { LegId, LegStats, MediaEvent, Membership } from "../port/media-port.ts";
import type { PacketWait } from "../rtp/arrival-phase.ts";
import { IncomingStream } from "../rtp/incoming-stream.ts";
import type { LegTransport } from "../rtp/leg-transport.ts";
import { OutgoingStream } from "../rtp/outgoing-stream.ts";
import type { PacketTime } from "../rtp/packet-time.ts";
import { RtcpReports } from "../rtp/rtcp-reports.ts";
import { PHASE_MS } from "../tick.ts";
import { LegDetectors } from "./leg-detectors.ts";
import { LegLiveness } from "./leg-liveness.ts";
import { LegMix } from "./leg-mix.ts";
import type { Room } from "./room.ts";

export interface LegOptions {
  id: LegId;
  format: StreamFormat;
  codecs: Codecs;
  /**
   * Is true when the first packet connects the leg, as with SIP; false when the peer connects it,
   * as with a browser.
   */
  connectsByPacket: boolean;
  nowMs: number;
  epochMs: number;
  emit: (event: MediaEvent) => void;
}

/** One leg in the mixer: both streams, its place in a room, and its playback. */
export class MediaLeg {
  readonly id: LegId;
  readonly incoming: IncomingStream;
  readonly outgoing: OutgoingStream;
  readonly liveness: LegLiveness;
  readonly detectors: LegDetectors;
  room: Room | null = null;
  /**
   * The phase of the leg's room; without a room, the leg's own phase. A change takes effect in the
   * next tick.
   */
  phase = 0;
  membership: Membership = { muted: false, hold: false };
  playback: Playback | null = null;
  readonly #emit: (event: MediaEvent) => void;
  readonly #reports: RtcpReports;
  readonly #connectsByPacket: boolean;
  #mix: LegMix;
  #outgoing: Int16Array | EncodedSource | null = null;
  #transport: LegTransport | null = null;
  #isSpeaking = false;
  #isListenedTo = false;

  constructor(options: LegOptions) {
    const { id, emit } = options;
    this.id = id;
    this.#emit = emit;
    this.#connectsByPacket = options.connectsByPacket;
    this.incoming = new IncomingStream(options.format, options.codecs);
    this.outgoing = new OutgoingStream(options.format, options.codecs);
    this.liveness = new LegLiveness(id, emit);
    this.detectors = new LegDetectors({ leg: id, reception: this.incoming.reception, emit });
    this.#mix = new LegMix(this.incoming.sampleRate);
    this.#reports = new RtcpReports({
      outgoing: this.outgoing,
      reception: this.incoming.reception,
      epochMs: options.epochMs,
      nowMs: options.nowMs,
    });
  }

  get sampleRate(): number {
    return this.incoming.sampleRate;
  }

  /** The sound that the leg was sent in this tick, or `null` for silence. */
  get outgoingBlock(): Int16Array | null {
    const outgoing = this.#outgoing;
    return outgoing === null || outgoing instanceof Int16Array ? outgoing : outgoing.block;
  }

  /** The sound that the leg sent in this tick, muted or not. */
  get incomingBlock(): Int16Array | null {
    return this.#isSpeaking ? this.incoming.block : null;
  }

  /** Is true when the leg's voice is in the room's sum. */
  get isAudibleInRoom(): boolean {
    return this.#isVoiced && this.#isInStep;
  }

  get #isInMix(): boolean {
    return this.room !== null && !this.membership.muted && !this.membership.hold;
  }

  /** A leg that has just joined a room is in the sum from the next tick on. */
  get #isInStep(): boolean {
    return this.room?.phase === this.phase;
  }

  get #isVoiced(): boolean {
    return this.#isSpeaking && !this.membership.muted && !this.membership.hold;
  }

  setTransport(transport: LegTransport): void {
    this.#transport = transport;
  }

  setFormat(format: StreamFormat): void {
    this.incoming.setFormat(format);
    this.outgoing.setFormat(format);
    if (this.#mix.sampleRate !== this.sampleRate) {
      this.#mix = new LegMix(this.sampleRate);
    }
    // A browser without telephone events sends its digits in signalling.
    const isInBand = format.telephoneEvent === null && this.#connectsByPacket;
    this.detectors.setInBandDtmf(isInBand ? this.sampleRate : null);
  }

  readWait(startMs: number): PacketWait {
    return this.incoming.readWait(startMs);
  }

  beginAt(phase: number, excessMs: number): void {
    this.moveTo(phase, this.#isListenedTo ? excessMs : "all");
  }

  moveTo(phase: number, excessMs: number | "all"): void {
    const byMs = (phase - this.phase) * PHASE_MS;
    this.phase = phase;
    this.incoming.delayPops(byMs, excessMs);
  }

  /** Receives RTP of the far end. Returns false for a dropped packet. */
  receive(bytes: Uint8Array, moment: PacketTime): boolean {
    const digits = this.incoming.receive(bytes, moment);
    if (digits === null) {
      if (this.incoming.isComfort(bytes)) {
        this.liveness.dispatch({ type: "comfort.received" }, moment.nowMs);
      }
      return false;
    }
    if (this.#connectsByPacket && this.liveness.isWaiting) {
      this.liveness.dispatch({ type: "connected" }, moment.nowMs);
    }
    this.liveness.dispatch({ type: "packet.received" }, moment.nowMs);
    for (const digit of digits) {
      this.#emit({ type: "leg.digit", leg: this.id, digit });
    }
    return true;
  }

  receiveControl(bytes: Uint8Array, nowMs: number): void {
    this.#reports.receive(bytes, nowMs);
  }

  /**
   * Runs the first half of a tick: decodes the leg's sound for its room, and for a recording or a
   * programme watch (`isListenedTo`).
   */
  processIncoming(nowMs: number, isListenedTo: boolean): void {
    const { incoming, detectors } = this;
    this.#isListenedTo = isListenedTo;
    incoming.setSampled(!isListenedTo && !this.#isInMix && !detectors.needsEveryBlock);
    const advanced = incoming.advance();
    const digit = this.incoming.expireDigit(nowMs);
    if (digit !== null) {
      this.#emit({ type: "leg.digit", leg: this.id, digit });
    }
    if (advanced === "unread") {
      detectors.repeat();
    } else {
      detectors.process(incoming.block);
    }
    incoming.isInDoubt = detectors.meters.isUndecided;
    // A muted microphone sends only zeros and has no voice in the sum.
    this.#isSpeaking = advanced === "heard" && !detectors.meters.isSilent;
    this.liveness.dispatch({ type: "tick" }, nowMs);
  }

  /** Runs the second half of a tick: mixes and sends the sound for the leg. */
  processOutgoing(nowMs: number): void {
    const transport = this.#transport;
    this.#outgoing = null;
    transport?.tick?.();
    if (transport === null || !transport.isReady) {
      // After a hold or on a new path, the timestamps show the length of the pause.
      if (this.outgoing.packets > 0) {
        this.outgoing.skip(1);
      }
      return;
    }
    this.#outgoing = this.#mixOutgoing();
    transport.send(this.outgoing.next(this.#outgoing));
    const report = this.#reports.due(nowMs);
    if (report === null) {
      return;
    }
    transport.sendControl(report);
    this.outgoing.expectLoss(this.#reports.lostShare);
  }

  #mixOutgoing(): Int16Array | EncodedSource | null {
    const isDeaf = this.membership.hold || this.membership.deaf === true;
    const room = isDeaf || !this.#isInStep ? null : this.room;
    return this.#mix.next({
      room: room?.sumAt(this.sampleRate) ?? null,
      own: this.isAudibleInRoom ? this.incoming.block : null,
      playback: this.playback,
    });
  }

  stats(): LegStats {
    const { packets, lost, jitterMs } = this.incoming.reception;
    const { roundTripMs } = this.#reports;
    const { meters } = this.detectors;
    return {
      packetsReceived: packets,
      packetsSent: this.outgoing.packets,
      packetsLost: lost,
      packetsRejected: this.#transport?.rejected ?? 0,
      jitterMs,
      lossPercent: meters.lossPercent,
      roundTripMs,
      mos: meters.mos(roundTripMs),
      ...meters.levels,
      isSpeaking: meters.isSpeaking,
      level: meters.level,
      bufferMs: this.incoming.bufferMs,
    };
  }

  close(nowMs: number): void {
    this.incoming.close();
    this.outgoing.close();
    const transport = this.#transport;
    if (transport === null) {
      return;
    }
    this.#transport = null;
    if (transport.isReady) {
      transport.sendControl(this.#reports.buildBye(nowMs));
    }
    transport.close();
  }
}
