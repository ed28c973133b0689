import type { RtpEndpoint, RtpRemote } from "@linedesk/audio";
import { Rooms } from "../mixing/rooms.ts";
import type {
  AudioSource,
  LegId,
  LegStats,
  MediaEvent,
  MediaHealth,
  MediaPort,
  Membership,
  PlaybackEnd,
  PlaybackId,
  RoomId,
  UnheardLimit,
} from "../port/media-port.ts";
import type { RecordingSink } from "../recording/recording-tap.ts";
import { RecordingTaps } from "../recording/recording-taps.ts";
import { PHASES } from "../tick.ts";
import { MediaLegs, type MediaLegsOptions } from "./media-legs.ts";
import { Playbacks, type PlaybacksOptions } from "./playbacks.ts";
import { ProgrammeWatches } from "./programme-watches.ts";
import { TickClock, type TickPlan } from "./tick-clock.ts";

export interface EngineOptions extends MediaLegsOptions, Pick<PlaybacksOptions, "loadSound"> {
  recordingSink: RecordingSink;
  /** Advances endless sounds by one tick, after `skipped` lost ticks. */
  advanceLive(skipped: number): void;
}

/**
 * Contains all legs and rooms of one exchange. It has no thread and no timer: its owner calls
 * `tick` after the delay that the previous call returned, and closes the engine.
 */
export class MediaEngine implements MediaPort {
  readonly #options: EngineOptions;
  readonly #legs: MediaLegs;
  readonly #rooms = new Rooms();
  readonly #playbacks: Playbacks;
  readonly #listeners = new Set<(event: MediaEvent) => void>();
  readonly #ticks: TickClock;
  readonly recordings: RecordingTaps;
  readonly #programmes: ProgrammeWatches;
  /**
   * Legs whose sound a recording or a programme watch needs in this tick, in addition to their
   * rooms.
   */
  readonly #listenedTo = new Set<LegId>();
  readonly #usedPhases = Array.from({ length: PHASES }, (_, phase) => phase === 0);
  /** The number of ticks lost since the last tick began. */
  #skipped = 0;
  #isClosed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#ticks = new TickClock(options.clock.nowMs());
    const emit = (event: MediaEvent): void => this.#emit(event);
    this.#legs = new MediaLegs(options, {
      nextTickMs: (phase) => this.#ticks.nextTickMs(phase),
      emit,
      onClosing: (leg) => {
        leg.playback?.end({ reason: "stopped" });
        this.recordings.legClosed(leg.id);
        this.#programmes.stop(leg.id);
        this.#rooms.leave(leg);
      },
    });
    this.#playbacks = new Playbacks({
      loadSound: async (source) => options.loadSound(source),
      onEnd: (playback, end) => this.#emitEnd(playback, end),
    });
    this.#programmes = new ProgrammeWatches({
      legs: this.#legs.all,
      playbacks: this.#playbacks,
      emit,
    });
    this.recordings = new RecordingTaps({
      sink: options.recordingSink,
      legs: this.#legs.all,
      emit,
    });
  }

  watchProgramme(leg: LegId, url: string, isAudible: boolean): void {
    this.#programmes.start(leg, url, isAudible);
  }

  unwatchProgramme(leg: LegId): void {
    this.#programmes.stop(leg);
  }

  get skippedTicks(): number {
    return this.#ticks.skipped;
  }

  get legCount(): number {
    return this.#legs.all.size;
  }

  /**
   * Skips the time without legs, so that the first tick of the next leg is neither late nor lost.
   */
  passSilence(): void {
    this.#ticks.passUntil(this.#options.clock.nowMs());
  }

  /** Does the work that is due. Returns the ms until the next call. */
  tick(): number {
    const nowMs = this.#options.clock.nowMs();
    for (;;) {
      const plan = this.#ticks.plan(nowMs, this.#usedPhases);
      if (plan.phase === null) {
        return Math.max(1, plan.waitMs - (this.#options.clock.nowMs() - nowMs));
      }
      this.#run(plan, plan.phase, nowMs);
    }
  }

  #run({ skipped, tick }: TickPlan, phase: number, nowMs: number): void {
    if (skipped > 0) {
      this.#skip(skipped);
    }
    if (phase === 0) {
      this.#beginTick();
    }
    const listenedTo = this.#listenedTo;
    listenedTo.clear();
    this.#programmes.addLegs(listenedTo);
    this.recordings.addLegs(listenedTo);
    const legs = this.#legs.all;
    for (const leg of legs.values()) {
      if (leg.phase === phase) {
        leg.processIncoming(nowMs, listenedTo.has(leg.id));
      }
    }
    for (const room of this.#rooms.all.values()) {
      if (room.phase === phase) {
        room.mix();
      }
    }
    for (const leg of legs.values()) {
      if (leg.phase === phase) {
        leg.processOutgoing(nowMs);
      }
    }
    // This work comes after the packets, because nothing waits for it.
    this.recordings.tick({ tick, phase });
    if (phase === 0) {
      this.#programmes.tick();
    }
  }

  #skip(ticks: number): void {
    this.#skipped += ticks;
    for (const leg of this.#legs.all.values()) {
      leg.outgoing.skip(ticks);
    }
  }

  /**
   * Phases change only between two ticks, so that each leg has one block and one packet per tick.
   */
  #beginTick(): void {
    this.#options.advanceLive(this.#skipped);
    this.#skipped = 0;
    this.#rooms.alignPhases(this.#ticks.startMs);
    this.#usedPhases.fill(false);
    this.#usedPhases[0] = true;
    for (const leg of this.#legs.all.values()) {
      this.#usedPhases[leg.phase] = true;
    }
  }

  async answerWebRtc(leg: LegId, offerSdp: string): Promise<string> {
    return this.#legs.answerWebRtc(leg, offerSdp);
  }

  async offerWebRtc(leg: LegId): Promise<string> {
    return this.#legs.offerWebRtc(leg);
  }

  async acceptWebRtc(leg: LegId, answerSdp: string): Promise<void> {
    return this.#legs.acceptWebRtc(leg, answerSdp);
  }

  async restartIce(leg: LegId, offerSdp: string): Promise<string> {
    return this.#legs.restartIce(leg, offerSdp);
  }

  async openRtp(leg: LegId, port?: number): Promise<RtpEndpoint> {
    return this.#legs.openRtp(leg, port);
  }

  async connectRtp(leg: LegId, remote: RtpRemote): Promise<void> {
    return this.#legs.connectRtp(leg, remote);
  }

  limitUnheard(leg: LegId, limit: UnheardLimit): void {
    this.#legs.limitUnheard(leg, limit);
  }

  closeLeg(leg: LegId): void {
    this.#legs.close(leg);
  }

  joinRoom(id: LegId, room: RoomId, membership: Membership): void {
    const leg = this.#legs.all.get(id);
    if (leg !== undefined) {
      this.#rooms.join(leg, room, membership);
    }
  }

  setMembership(id: LegId, membership: Partial<Membership>): void {
    const leg = this.#legs.all.get(id);
    if (leg !== undefined) {
      leg.membership = { ...leg.membership, ...membership };
    }
  }

  leaveRoom(id: LegId): void {
    const leg = this.#legs.all.get(id);
    if (leg !== undefined) {
      this.#rooms.leave(leg);
    }
  }

  play(id: LegId, playbackId: PlaybackId, source: AudioSource, loop: number): void {
    const leg = this.#legs.all.get(id);
    if (leg === undefined) {
      this.#emitEnd(playbackId, { reason: "failed", message: "The leg has ended" });
      return;
    }
    leg.playback?.end({ reason: "stopped" });
    const playback = this.#playbacks.begin(playbackId, { source, loop }, () => {
      if (leg.playback === playback) {
        leg.playback = null;
      }
    });
    leg.playback = playback;
  }

  stop(playback: PlaybackId): void {
    this.#playbacks.stop(playback);
  }

  sendDigits(id: LegId, digits: string): void {
    this.#legs.all.get(id)?.outgoing.dtmf.queue(digits);
  }

  async stats(id: LegId): Promise<LegStats | null> {
    return this.#legs.all.get(id)?.stats() ?? null;
  }

  async health(): Promise<MediaHealth> {
    const { skipped: skippedTicks, late: lateTicks } = this.#ticks;
    return { legs: this.legCount, lateTicks, skippedTicks, ...this.#legs.countPackets() };
  }

  onEvent(listener: (event: MediaEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    this.#legs.closeAll();
    this.recordings.close();
    this.#programmes.close();
    this.#playbacks.close();
    this.#listeners.clear();
  }

  #emit(event: MediaEvent): void {
    for (const listener of this.#listeners) {
      listener(event);
    }
  }

  #emitEnd(playback: PlaybackId, end: PlaybackEnd): void {
    this.#emit({ type: "playback.ended", playback, end });
  }
}
