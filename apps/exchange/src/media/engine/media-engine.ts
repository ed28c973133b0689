import { dtmf, progressCadence } from "@linedesk/audio";
import type { AnswerPlan } from "../answering/answer-state.ts";
import type { StreamFormat } from "../codecs/audio-codec.ts";
import { BrowserTransport } from "../webrtc/browser-transport.ts";
import type { Codecs } from "../codecs/codecs.ts";
import { LiveSound } from "../live/live-sound.ts";
import { MediaError } from "../media-error.ts";
import { MediaLeg } from "../mixing/media-leg.ts";
import type {
  AudioCodec,
  AudioSource,
  LegId,
  LegStats,
  MediaEvent,
  MediaPort,
  Membership,
  PlaybackEnd,
  PlaybackId,
  RoomId,
  RtpEndpoint,
  RtpRemote,
} from "../media-port.ts";
import { PacketProtection } from "../rtp/packet-protection.ts";
import { Playback, type Sound } from "../playback/playback.ts";
import type { RecordingSink } from "../recording/recording-tap.ts";
import { RecordingTaps } from "../recording/recording-taps.ts";
import { Room } from "../mixing/room.ts";
import type { RtpPortEvents } from "../rtp/rtp-port.ts";
import { RtpTransport, type OpenedPort } from "../rtp/rtp-transport.ts";
import { SoundRows } from "../sharing/sound-rows.ts";
import { soundRate } from "../sounds/sound-rate.ts";
import { TickClock } from "./tick-clock.ts";
import type { PeerEvents, PeerOptions, WebRtcPeer } from "../webrtc/webrtc-peer.ts";

export type StoredSource = Extract<AudioSource, { type: "url" | "builtin" | "file" }>;

export interface EngineOptions {
  /** Monotonic. */
  clock: { nowMs(): number };
  /** Wall clock when `clock` was 0. */
  epochMs: number;
  maxLegs: number;
  codecs: Codecs;
  openPeer: (options: Pick<PeerOptions, "ssrc" | "mid">, events: PeerEvents) => WebRtcPeer;
  openPort(events: RtpPortEvents): Promise<OpenedPort>;
  recordingSink: RecordingSink;
  /** Samples at 8 kHz, or what goes on for ever; rejects with a message for people. */
  loadSound(source: StoredSource): Promise<Int16Array | LiveSound>;
  /** Moves what goes on for ever on by one tick, after so many that were lost. */
  advanceLive(skipped: number): void;
}

const firstFormat: StreamFormat = { codec: "PCMU", payloadType: 0, telephoneEvent: null };
const maxSilenceMs = 3_600_000;

/**
 * All legs and rooms of one exchange. It has no thread and no timer: whoever owns it calls `tick`
 * whenever the plan of the last call says so, and closes it.
 */
export class MediaEngine implements MediaPort {
  readonly #options: EngineOptions;
  readonly #legs = new Map<LegId, MediaLeg>();
  readonly #browsers = new Map<LegId, BrowserTransport>();
  readonly #sip = new Map<LegId, RtpTransport>();
  readonly #rooms = new Map<RoomId, Room>();
  readonly #playbacks = new Map<PlaybackId, Playback>();
  readonly #listeners = new Set<(event: MediaEvent) => void>();
  readonly #ticks: TickClock;
  readonly #rows = new SoundRows();
  readonly recordings: RecordingTaps;
  #isClosed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#ticks = new TickClock(options.clock.nowMs());
    this.recordings = new RecordingTaps({
      sink: options.recordingSink,
      legs: this.#legs,
      rooms: this.#rooms,
      emit: (event) => this.#emit(event),
    });
  }

  get skippedTicks(): number {
    return this.#ticks.skipped;
  }

  get legCount(): number {
    return this.#legs.size;
  }

  /** Does what is due; answers in how many ms to call again. */
  tick(): number {
    const nowMs = this.#options.clock.nowMs();
    const plan = this.#ticks.plan(nowMs);
    if (!plan.isDue) return plan.waitMs;
    if (plan.skipped > 0) for (const leg of this.#legs.values()) leg.outgoing.skip(plan.skipped);
    this.#options.advanceLive(plan.skipped);
    for (const leg of this.#legs.values()) leg.hear(nowMs);
    for (const room of this.#rooms.values()) room.mix();
    for (const leg of this.#legs.values()) leg.speak(nowMs);
    this.recordings.tick(plan.skipped);
    return Math.max(1, plan.waitMs - (this.#now() - nowMs));
  }

  async answerWebRtc(leg: LegId, offerSdp: string): Promise<string> {
    const browser = this.#openBrowser(leg);
    return this.#orClose(leg, async () => {
      const answer = await browser.answer(offerSdp);
      this.#leg(leg).dispatch({ type: "negotiated" }, this.#now());
      return answer;
    });
  }

  async offerWebRtc(leg: LegId): Promise<string> {
    const browser = this.#openBrowser(leg);
    return this.#orClose(leg, async () => browser.offer());
  }

  async acceptWebRtc(leg: LegId, answerSdp: string): Promise<void> {
    this.#browser(leg).accept(answerSdp);
    this.#leg(leg).dispatch({ type: "negotiated" }, this.#now());
  }

  async restartIce(leg: LegId, offerSdp: string): Promise<string> {
    return this.#browser(leg).restart(offerSdp);
  }

  async openRtp(id: LegId): Promise<RtpEndpoint> {
    const leg = this.#openLeg(id, { connectsByPacket: true });
    return this.#orClose(id, async () => {
      const protection = new PacketProtection();
      const events = protection.before({
        isExpected: (bytes) => leg.incoming.isExpected(bytes),
        onRtp: (bytes) => this.#receiveRtp(leg, bytes),
        onRtcp: (bytes) => leg.receiveControl(bytes, this.#now()),
      });
      const port = await this.#options.openPort(events);
      if (this.#legs.get(id) !== leg) {
        port.close();
        throw new MediaError("media_closed", "The leg was closed meanwhile");
      }
      const transport = new RtpTransport(port, protection);
      leg.setTransport(transport);
      this.#sip.set(id, transport);
      return port.endpoint;
    });
  }

  async connectRtp(id: LegId, remote: RtpRemote): Promise<void> {
    const transport = this.#sip.get(id);
    if (transport === undefined) throw new MediaError("leg_unknown", "No SIP leg of that id");
    const { codec } = remote;
    if (!this.#options.codecs.speaks(codec)) {
      throw new MediaError("codec_unspoken", `${codec} is not spoken here`);
    }
    this.#leg(id).setFormat(formatOf(remote));
    transport.connect(remote);
  }

  closeLeg(id: LegId): void {
    const leg = this.#legs.get(id);
    if (leg === undefined) return;
    leg.playback?.end({ reason: "stopped" });
    this.recordings.legClosed(id);
    this.leaveRoom(id);
    const stats = leg.stats();
    leg.close(this.#now());
    this.#emit({ type: "leg.closed", leg: id, stats });
    this.#browsers.get(id)?.close();
    this.#legs.delete(id);
    this.#browsers.delete(id);
    this.#sip.delete(id);
  }

  joinRoom(id: LegId, roomId: RoomId, membership: Membership): void {
    const leg = this.#legs.get(id);
    if (leg === undefined) return;
    if (leg.room?.id !== roomId) this.leaveRoom(id);
    const room = this.#rooms.get(roomId) ?? new Room(roomId);
    this.#rooms.set(roomId, room);
    room.members.add(leg);
    leg.room = room;
    leg.membership = { ...membership };
  }

  setMembership(id: LegId, membership: Partial<Membership>): void {
    const leg = this.#legs.get(id);
    if (leg !== undefined) leg.membership = { ...leg.membership, ...membership };
  }

  leaveRoom(id: LegId): void {
    const leg = this.#legs.get(id);
    const room = leg?.room ?? null;
    if (leg === undefined || room === null) return;
    leg.room = null;
    leg.membership = { muted: false, hold: false };
    room.remove(leg);
    if (room.members.size > 0) return;
    this.#rooms.delete(room.id);
    room.close();
  }

  play(id: LegId, playbackId: PlaybackId, source: AudioSource, loop: number): void {
    const leg = this.#legs.get(id);
    if (leg === undefined) {
      this.#emitEnd(playbackId, { reason: "failed", message: "The leg has ended" });
      return;
    }
    leg.playback?.end({ reason: "stopped" });
    const playback = this.#newPlayback(playbackId, loop, () => {
      if (leg.playback === playback) leg.playback = null;
    });
    leg.playback = playback;
    void this.#load(playback, source);
  }

  playRoom(roomId: RoomId, playbackId: PlaybackId, source: AudioSource, loop: number): void {
    const room = this.#rooms.get(roomId);
    if (room === undefined) {
      this.#emitEnd(playbackId, { reason: "failed", message: "The room has no members" });
      return;
    }
    const playback = this.#newPlayback(playbackId, loop, () => room.removeSound(playbackId));
    room.add(playback);
    void this.#load(playback, source);
  }

  stop(playback: PlaybackId): void {
    this.#playbacks.get(playback)?.end({ reason: "stopped" });
  }

  sendDigits(id: LegId, digits: string): void {
    this.#legs.get(id)?.outgoing.queueDigits(digits);
  }

  watchAnswer(id: LegId, plan: AnswerPlan): void {
    this.#legs.get(id)?.watchAnswer(plan);
  }

  async stats(id: LegId): Promise<LegStats | null> {
    return this.#legs.get(id)?.stats() ?? null;
  }

  onEvent(listener: (event: MediaEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    for (const id of this.#legs.keys()) this.closeLeg(id);
    this.recordings.close();
    this.#rows.close();
    this.#isClosed = true;
    this.#listeners.clear();
  }

  #now(): number {
    return this.#options.clock.nowMs();
  }

  #emit(event: MediaEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #emitEnd(playback: PlaybackId, end: PlaybackEnd): void {
    this.#emit({ type: "playback.ended", playback, end });
  }

  #leg(id: LegId): MediaLeg {
    const leg = this.#legs.get(id);
    if (leg === undefined) throw new MediaError("leg_unknown", "No leg of that id");
    return leg;
  }

  #browser(id: LegId): BrowserTransport {
    const browser = this.#browsers.get(id);
    if (browser === undefined) throw new MediaError("leg_unknown", "No browser leg of that id");
    return browser;
  }

  #openLeg(id: LegId, how: { connectsByPacket: boolean }): MediaLeg {
    if (this.#isClosed) throw new MediaError("media_closed", "The media is closed");
    if (this.#legs.has(id)) throw new MediaError("leg_exists", "The leg has media already");
    if (this.#legs.size >= this.#options.maxLegs) {
      throw new MediaError("leg_limit", `More than ${this.#options.maxLegs} legs`);
    }
    const leg = new MediaLeg({
      id,
      format: firstFormat,
      codecs: this.#options.codecs,
      connectsByPacket: how.connectsByPacket,
      nowMs: this.#now(),
      epochMs: this.#options.epochMs,
      emit: (event) => this.#emit(event),
    });
    this.#legs.set(id, leg);
    return leg;
  }

  #openBrowser(id: LegId): BrowserTransport {
    const leg = this.#openLeg(id, { connectsByPacket: false });
    const options = {
      ssrc: leg.outgoing.ssrc,
      speaks: (codec: AudioCodec) => this.#options.codecs.speaks(codec),
      openPeer: this.#options.openPeer,
    };
    const browser = new BrowserTransport(options, {
      onConnected: () => leg.dispatch({ type: "connected" }, this.#now()),
      onLost: (message) => leg.dispatch({ type: "transport.lost", message }, this.#now()),
      onRtp: (bytes) => this.#receiveRtp(leg, bytes),
      onRtcp: (bytes) => leg.receiveControl(bytes, this.#now()),
      onFormat: (format) => leg.setFormat(format),
    });
    leg.setTransport(browser);
    this.#browsers.set(id, browser);
    return browser;
  }

  #receiveRtp(leg: MediaLeg, bytes: Uint8Array): void {
    const nowMs = this.#now();
    leg.receive(bytes, { nowMs, nextTickMs: this.#ticks.nextTickMs });
  }

  async #orClose<T>(id: LegId, negotiate: () => Promise<T>): Promise<T> {
    try {
      return await negotiate();
    } catch (error) {
      this.closeLeg(id);
      throw error;
    }
  }

  #newPlayback(id: PlaybackId, loop: number, onGone: () => void): Playback {
    this.#playbacks.get(id)?.end({ reason: "stopped" });
    const playback = new Playback(id, loop, (end) => {
      if (this.#playbacks.get(id) === playback) this.#playbacks.delete(id);
      onGone();
      this.#emitEnd(id, end);
    });
    this.#playbacks.set(id, playback);
    return playback;
  }

  async #load(playback: Playback, source: AudioSource): Promise<void> {
    try {
      const sound = await this.#sound(source);
      if (sound instanceof LiveSound) playback.listen(sound);
      else playback.start(sound);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      playback.end({ reason: "failed", message });
    }
  }

  async #sound(source: AudioSource): Promise<Sound | LiveSound> {
    switch (source.type) {
      case "silence": {
        const durationMs = Math.max(0, Math.min(source.durationMs, maxSilenceMs));
        const length = Math.round((durationMs * soundRate) / 1000);
        return { sampleRate: soundRate, samples: null, length };
      }
      case "tones":
        return sounding(dtmf(source.digits.slice(0, 200), soundRate));
      case "progress":
        return sounding(progressCadence(source.tone, soundRate, source.country));
      case "url":
      case "builtin":
      case "file":
        return this.#stored(source);
    }
  }

  async #stored(source: StoredSource): Promise<Sound | LiveSound> {
    const loaded = await this.#options.loadSound(source);
    if (loaded instanceof LiveSound) return loaded;
    return { ...sounding(loaded), rows: this.#rows.of(loaded) };
  }
}

function formatOf({ codec, payloadType, telephoneEvent, opus }: RtpRemote): StreamFormat {
  const format = { codec, payloadType, telephoneEvent };
  return opus === undefined ? format : { ...format, opus };
}

function sounding(samples: Int16Array): Sound {
  return { sampleRate: soundRate, samples, length: samples.length };
}
