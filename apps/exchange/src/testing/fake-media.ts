import type {
  AudioSource,
  LegId,
  LegStats,
  MediaEvent,
  MediaPort,
  PlaybackEnd,
  PlaybackId,
  RecordingEnd,
  RecordingPlan,
  RoomId,
} from "@linedesk/media";
import type { Membership, RecordingId, RecordingPort } from "@linedesk/media/testing";

interface Playing {
  playback: PlaybackId;
  source: AudioSource;
  loop: number;
}

/** Records nothing. A stopped recording ends with the result that the test sets in `end`. */
export class FakeRecordings implements RecordingPort {
  readonly running = new Map<RecordingId, RecordingPlan>();
  readonly plans: RecordingPlan[] = [];
  readonly calls: string[] = [];
  end: RecordingEnd = {
    reason: "saved",
    durationMs: 4_000,
    bytes: 64_044,
    checksum: "0".repeat(64),
    fault: null,
  };
  readonly #emit: (event: MediaEvent) => void;

  constructor(emit: (event: MediaEvent) => void) {
    this.#emit = emit;
  }

  start(recording: RecordingId, plan: RecordingPlan): void {
    this.running.set(recording, plan);
    this.plans.push(plan);
  }

  pause(_recording: RecordingId, how: "skip" | "silence"): void {
    this.calls.push(`pause ${how}`);
  }

  resume(): void {
    this.calls.push("resume");
  }

  stop(recording: RecordingId): void {
    if (!this.running.delete(recording)) {
      return;
    }
    const { end } = this;
    queueMicrotask(() => this.#emit({ type: "recording.ended", recording, end }));
  }

  legClosed(leg: LegId): void {
    for (const [id, plan] of this.running) {
      if (plan.leg === leg) {
        this.stop(id);
      }
    }
  }

  /** Reports that each running recording has been silent for its `quietAfterMs`. */
  emitQuiet(): void {
    for (const recording of this.running.keys()) {
      this.#emit({ type: "recording.quiet", recording });
    }
  }
}

/** Stores the sound of each leg; sounds end when the test ends them. */
export class FakeMedia implements MediaPort {
  readonly memberships = new Map<LegId, { room: RoomId; membership: Membership }>();
  readonly playing = new Map<LegId, Playing>();
  readonly sentDigits: string[] = [];
  readonly digitsTo = new Map<LegId, string>();
  readonly closed: LegId[] = [];
  readonly rtp = new Map<LegId, { remotePort: number | null }>();
  /** The urls of unavailable sounds. */
  readonly brokenUrls = new Set<string>();
  readonly recordings = new FakeRecordings((event) => this.emit(event));
  readonly #listeners = new Set<(event: MediaEvent) => void>();

  health = () =>
    Promise.resolve({
      legs: 0,
      lateTicks: 0,
      skippedTicks: 0,
      packetsReceived: 0,
      packetsSent: 0,
      packetsLost: 0,
    });
  answerWebRtc = () => Promise.resolve("");
  offerWebRtc = () => Promise.resolve("");
  acceptWebRtc = () => Promise.resolve();
  restartIce = () => Promise.resolve("");

  openRtp(leg: LegId) {
    this.rtp.set(leg, { remotePort: null });
    return Promise.resolve({ address: "127.0.0.1", port: 40_000 + this.rtp.size });
  }

  connectRtp(leg: LegId, remote: { port: number }) {
    this.rtp.set(leg, { remotePort: remote.port });
    return Promise.resolve();
  }

  limitUnheard = () => undefined;

  closeLeg(leg: LegId): void {
    this.closed.push(leg);
    this.recordings.legClosed(leg);
    this.memberships.delete(leg);
    this.playing.delete(leg);
  }

  joinRoom(leg: LegId, room: RoomId, membership: Membership): void {
    this.memberships.set(leg, { room, membership: { ...membership } });
  }

  setMembership(leg: LegId, membership: Partial<Membership>): void {
    const member = this.memberships.get(leg);
    if (member) {
      Object.assign(member.membership, membership);
    }
  }

  leaveRoom(leg: LegId): void {
    this.memberships.delete(leg);
  }

  play(leg: LegId, playback: PlaybackId, source: AudioSource, loop: number): void {
    const before = this.playing.get(leg);
    this.playing.set(leg, { playback, source, loop });
    if (before) {
      this.#end(before.playback, { reason: "stopped" });
    }
    if (source.type === "url" && this.brokenUrls.has(source.url)) {
      this.playing.delete(leg);
      this.#end(playback, { reason: "failed", message: "not there" });
    }
  }

  stop(playback: PlaybackId): void {
    for (const [leg, playing] of this.playing) {
      if (playing.playback === playback) {
        this.playing.delete(leg);
      }
    }
    this.#end(playback, { reason: "stopped" });
  }

  sendDigits(leg: LegId, digits: string): void {
    this.sentDigits.push(digits);
    this.digitsTo.set(leg, (this.digitsTo.get(leg) ?? "") + digits);
  }

  /** The URL of the programme that each watched leg may have in its background. */
  readonly programmes = new Map<LegId, string>();
  readonly audibleProgrammes = new Set<LegId>();

  watchProgramme(leg: LegId, url: string, isAudible: boolean): void {
    this.programmes.set(leg, url);
    if (isAudible) {
      this.audibleProgrammes.add(leg);
    }
  }

  unwatchProgramme(leg: LegId): void {
    this.programmes.delete(leg);
  }

  /** The measurements of each leg. */
  readonly readings = new Map<LegId, LegStats>();

  stats = (leg: LegId) => Promise.resolve(this.readings.get(leg) ?? null);

  onEvent(listener: (event: MediaEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close = () => Promise.resolve();

  emit(event: MediaEvent): void {
    for (const listener of this.#listeners) {
      listener(event);
    }
  }

  finish(leg: LegId): void {
    const playing = this.playing.get(leg);
    this.playing.delete(leg);
    if (playing) {
      this.#end(playing.playback, { reason: "finished" });
    }
  }

  /** Returns one word: a url, a builtin's name, a tone, `room`, or `silence`. */
  soundOf(leg: LegId): string {
    const member = this.memberships.get(leg);
    if (member && !member.membership.hold) {
      return "room";
    }
    const source = this.playing.get(leg)?.source;
    if (!source) {
      return "silence";
    }
    if (source.type === "url") {
      return source.url;
    }
    return source.type === "builtin" ? source.name : source.type;
  }

  #end(playback: PlaybackId, end: PlaybackEnd): void {
    queueMicrotask(() => this.emit({ type: "playback.ended", playback, end }));
  }
}
