import { addInto, Limiter } from "@linedesk/audio";
import { ControlReports } from "./control-reports.ts";
import { IncomingStream, type Moment } from "./incoming-stream.ts";
import { nextLiveness, type Liveness, type LivenessEvent } from "./liveness.ts";
import type { LegId, LegStats, MediaEvent, Membership } from "./media-port.ts";
import { OutgoingStream, samplesPerTick, type OutgoingFormat } from "./outgoing-stream.ts";
import type { Playback } from "./playback.ts";
import type { Room } from "./room.ts";

/** How a leg's packets leave: a browser's peer or a pair of UDP sockets. */
export interface LegTransport {
  /** False while packets would go nowhere, so that no announcement is lost unheard. */
  readonly isReady: boolean;
  send(packet: Buffer): void;
  sendControl(packet: Uint8Array): void;
  close(): void;
}

export interface LegOptions {
  id: LegId;
  format: OutgoingFormat;
  /** A SIP leg is connected by its first packet; a browser's by its peer. */
  connectsByPacket: boolean;
  nowMs: number;
  epochMs: number;
  emit: (event: MediaEvent) => void;
}

/** One end of a call in the mixer: both streams, its place in a room, and what it is played. */
export class MediaLeg {
  readonly id: LegId;
  readonly incoming: IncomingStream;
  readonly outgoing: OutgoingStream;
  room: Room | null = null;
  membership: Membership = { muted: false, hold: false };
  playback: Playback | null = null;
  readonly #emit: (event: MediaEvent) => void;
  readonly #reports: ControlReports;
  readonly #connectsByPacket: boolean;
  readonly #limiter = new Limiter();
  readonly #sum = new Int32Array(samplesPerTick);
  readonly #out = new Int16Array(samplesPerTick);
  #transport: LegTransport | null = null;
  #liveness: Liveness = { status: "waiting", failsAtMs: null };
  #isSpeaking = false;

  constructor(options: LegOptions) {
    this.id = options.id;
    this.#emit = options.emit;
    this.#connectsByPacket = options.connectsByPacket;
    this.incoming = new IncomingStream(options.format);
    this.outgoing = new OutgoingStream(options.format);
    this.#reports = new ControlReports({
      outgoing: this.outgoing,
      reception: this.incoming.reception,
      epochMs: options.epochMs,
      nowMs: options.nowMs,
    });
  }

  /** Is its voice in the room's sum? */
  get isHeardInRoom(): boolean {
    return this.#isSpeaking && !this.membership.muted && !this.membership.hold;
  }

  setTransport(transport: LegTransport): void {
    this.#transport = transport;
  }

  setFormat(format: OutgoingFormat): void {
    this.incoming.setFormat(format);
    this.outgoing.setFormat(format);
  }

  /** Media of the far end: RTP. */
  receive(bytes: Uint8Array, moment: Moment): void {
    const digits = this.incoming.receive(bytes, moment);
    if (digits === null) return;
    if (this.#connectsByPacket && this.#liveness.status === "waiting") {
      this.dispatch({ type: "connected" }, moment.nowMs);
    }
    this.dispatch({ type: "heard" }, moment.nowMs);
    for (const digit of digits) this.#emit({ type: "leg.digit", leg: this.id, digit });
  }

  receiveControl(bytes: Uint8Array, nowMs: number): void {
    this.#reports.receive(bytes, nowMs);
  }

  /** First half of a tick: what this leg says. */
  hear(nowMs: number): void {
    this.#isSpeaking = this.incoming.advance();
    const digit = this.incoming.expireDigit(nowMs);
    if (digit !== null) this.#emit({ type: "leg.digit", leg: this.id, digit });
    this.dispatch({ type: "tick" }, nowMs);
  }

  /** Second half: what this leg hears. */
  speak(nowMs: number): void {
    const transport = this.#transport;
    if (transport === null || !transport.isReady) {
      // Who comes back from hold, or over a new path, sees how long it was.
      if (this.outgoing.packets > 0) this.outgoing.skip(1);
      return;
    }
    transport.send(this.outgoing.next(this.#mix()));
    const report = this.#reports.due(nowMs);
    if (report !== null) transport.sendControl(report);
  }

  #mix(): Int16Array | null {
    const room = this.membership.hold ? null : this.room;
    const voices = room === null ? 0 : room.sources - (this.isHeardInRoom ? 1 : 0);
    const isPlaying = this.playback?.advance() ?? false;
    if (voices === 0 && !isPlaying && this.#limiter.gain === 1) return null;
    this.#sum.fill(0);
    if (room !== null && voices > 0) this.#addOthers(room);
    if (isPlaying && this.playback !== null)
      addInto(this.#sum, this.playback.block, samplesPerTick);
    this.#limiter.limit(this.#sum, samplesPerTick, this.#out);
    return this.#out;
  }

  #addOthers(room: Room): void {
    if (!this.isHeardInRoom) {
      this.#sum.set(room.sum);
      return;
    }
    const own = this.incoming.block;
    for (let i = 0; i < samplesPerTick; i += 1) this.#sum[i] = (room.sum[i] ?? 0) - (own[i] ?? 0);
  }

  dispatch(event: LivenessEvent, nowMs: number): void {
    const before = this.#liveness;
    // Almost every packet and tick of a call changes nothing that anybody must know.
    if (before.status === "live" && event.type === "heard") {
      before.heardMs = nowMs;
      return;
    }
    this.#liveness = nextLiveness(before, event, nowMs);
    if (this.#liveness.status === before.status) return;
    this.#announce(before, this.#liveness);
  }

  #announce(before: Liveness, now: Liveness): void {
    switch (now.status) {
      case "waiting":
        return;
      case "live":
        this.#emit({
          type: before.status === "waiting" ? "leg.connected" : "leg.heard",
          leg: this.id,
        });
        return;
      case "silent":
        this.#emit({ type: "leg.silent", leg: this.id });
        return;
      case "failed":
        this.#emit({ type: "leg.failed", leg: this.id, message: now.message });
        return;
    }
  }

  stats(): LegStats {
    const { packets, lost, jitterMs } = this.incoming.reception;
    return {
      packetsReceived: packets,
      packetsSent: this.outgoing.packets,
      packetsLost: lost,
      jitterMs,
      roundTripMs: this.#reports.roundTripMs,
      level: this.incoming.level,
      bufferMs: this.incoming.bufferMs,
    };
  }

  close(nowMs: number): void {
    const transport = this.#transport;
    if (transport === null) return;
    this.#transport = null;
    if (transport.isReady) transport.sendControl(this.#reports.farewell(nowMs));
    transport.close();
  }
}
